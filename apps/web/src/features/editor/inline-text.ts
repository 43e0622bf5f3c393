import type { Node } from 'prosemirror-model';
import type { Inline, Text } from '../../api/contracts';
import { textOf } from '../documents/plain-text';

/** The text that readers see of an inline that the editor does not edit, such as a word with a note; empty for other nodes. */
export const inlineText = ({ attrs }: Node): string => {
  const { inline } = attrs as { inline?: Inline | Text };
  return inline ? textOf([inline]) : '';
};
