import { emojiCharacter } from './emoji';
import { BookText } from 'lucide-react';

/** The emoji of a space or page, given as code points in hexadecimal (`1f4d6`); an icon where it has none. */
export function SpaceIcon({ emoji }: { emoji?: string }) {
  const character = emoji && emojiCharacter(emoji);
  return character ? <span aria-hidden="true">{character}</span> : <BookText aria-hidden="true" />;
}
