import { align } from './align';

/** Gives the lines of a text, which end in `\n`, the ends that they have in a text before; new lines have that of most. */
export function withLineEnds(text: string, before: string): string {
  if (!before.includes('\r')) return text;
  const [lines, ends] = linesOf(before);
  const crlf = ends.filter((end) => end === '\r\n').length;
  const usual = crlf * 2 >= ends.filter((end) => end !== '').length ? '\r\n' : '\n';
  if (crlf === ends.filter((end) => end !== '').length) return text.replaceAll('\n', '\r\n');
  const next = text.split('\n');
  const places = align(next, lines, (one, other) => one === other);
  const endOf = (index: number) => ends[places?.[index] ?? -1] || usual;
  return next.map((line, index) => (index === next.length - 1 ? line : line + endOf(index))).join('');
}

function linesOf(text: string): [lines: string[], ends: string[]] {
  const parts = text.split(/(\r\n?|\n)/);
  return [parts.filter((_, index) => index % 2 === 0), [...parts.filter((_, index) => index % 2 === 1), '']];
}
