import { fontFamilies, monospaceFamilies } from './fonts';
import type { Customization } from './use-customization';

export type Shade = 'light' | 'dark';

const radii: Record<string, string> = { straight: '0', rounded: '8px', circular: '18px' };
const base = {
  light: { background: '#ffffff', text: '#1c1d21', soft: '#f4f4f6', border: '#e4e4e8' },
  dark: { background: '#16181d', text: '#eceef2', soft: '#22252c', border: '#30343d' },
};

/** The customization in one shade, as custom properties of the preview. */
export function previewStyle(customization: Customization, shade: Shade): Record<string, string> {
  const { styling, header } = customization;
  const { background, text, soft, border } = base[shade];
  // The bold theme fills the header, unless the header has a style of its own.
  const preset = styling.theme === 'bold' && header.preset === 'default' ? 'bold' : header.preset;
  const primary = styling.primaryColor[shade];
  const tint = styling.tint?.color[shade];
  const panel = tint ? `color-mix(in srgb, ${tint} 12%, ${background})` : soft;
  const hasLines = styling.links === 'accent';
  const headers: Record<string, [background: string, text: string]> = {
    default: [background, text],
    bold: [primary, readableOn(primary)],
    contrast: [text, background],
    custom: [header.backgroundColor?.[shade] ?? background, header.linkColor?.[shade] ?? text],
  };
  const [headerBackground, headerText] = headers[preset] ?? headers.default!;
  return {
    '--site-background': styling.theme === 'muted' ? panel : background,
    '--site-text': tint ? `color-mix(in srgb, ${tint} 25%, ${text})` : text,
    '--site-soft': panel,
    '--site-link': hasLines ? 'inherit' : primary,
    '--site-link-line': hasLines ? primary : 'transparent',
    '--site-navigation': styling.sidebar.background === 'filled' ? panel : 'transparent',
    '--site-info': styling.infoColor[shade],
    '--site-border': border,
    '--site-primary': primary,
    '--site-on-primary': readableOn(primary),
    '--site-header': headerBackground,
    '--site-header-text': headerText,
    '--site-radius': radii[styling.corners] ?? '8px',
    '--site-font': `${JSON.stringify(familyOf(fontFamilies, styling.font))}, sans-serif`,
    '--site-mono': `${JSON.stringify(familyOf(monospaceFamilies, styling.monospaceFont))}, monospace`,
  };
}

/** The name of a font as style sheets have it. */
export function familyOf(
  families: readonly { value: string; label: string }[],
  font: Customization['styling']['font'],
): string {
  const name = typeof font === 'string' ? families.find(({ value }) => value === font)?.label : font.fontFamily;
  return name ?? '';
}

/** Black or white, whichever has the higher contrast on a colour (relative luminance of WCAG 2.2). */
export function readableOn(color: string): string {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)!;
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}
