import type { Block } from '../../api/contracts';

const icons: Record<string, string> = {
  info: 'circle-info',
  warning: 'triangle-exclamation',
  danger: 'circle-xmark',
  success: 'check',
};

/** The name of the icon beside a hint, as sites show it: its own, or that of its style. */
export const hintIcon = ({ icon, style }: Block['data']): string =>
  typeof icon === 'string' && icon !== '' ? icon : (icons[String(style)] ?? icons.info!);
