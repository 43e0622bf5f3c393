/** Each expression begins before a run of spaces only: a search from every space of it takes the square of its length. */
const lineEnds = /(?<!\s)\s*[\r\n]\s*/g;
const spaceAtEnd = /(?<![ \t])[ \t]+$/;

/** A text on one line: each end of a line, with all space around it, becomes a space. */
export const onOneLine = (text: string): string => text.replace(lineEnds, ' ');

/** Drops what stands after the last line end when it is only indentation. */
export function withoutLastLineEnd(text: string): string {
  const end = text.trimEnd().length;
  const at = text.indexOf('\n', end);
  return at < 0 ? text : text.slice(0, end) + text.slice(end, at).replace(spaceAtEnd, '');
}
