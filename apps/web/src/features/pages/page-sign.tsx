import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon';
import { emojiCharacter } from '../spaces/emoji';

interface PageSignProps {
  page: { emoji?: string; icon?: string };
  /** Stands for a page without a sign of its own. */
  children?: ReactNode;
}

/** The sign of a page beside its title, as sites show it: its emoji, or else its icon. */
export function PageSign({ page: { emoji, icon }, children }: PageSignProps) {
  const character = emoji && emojiCharacter(emoji);
  if (character)
    return (
      <span className="sign" aria-hidden="true">
        {character}
      </span>
    );
  return icon ? <Icon name={icon} /> : children;
}
