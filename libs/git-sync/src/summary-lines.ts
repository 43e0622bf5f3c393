/** A range of lines that is an entry, a heading or the rule that ends a group, counted from 0; `to` is not in it. */
export interface LineRange {
  from: number;
  to: number;
  /** Whether it is written again. If not, the text around it stays. */
  isKept: boolean;
  /** Whether text before it belongs to it, as before a heading, rather than to the entry before. */
  isBlock: boolean;
}

/** Numbers of lines that are no entries. They go with the entry that they follow, or with the heading before which they stand. */
export interface SurroundingLines {
  before: number[];
  after: number[];
}

/** All lines of a text with their ends. */
export const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

export const isBlank = (line: string): boolean => line.trim() === '';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** Assigns every line outside the stretches to one of them, or to the head or the tail. Undefined where stretches share a line. */
export function surroundingsOf<S extends LineRange>(
  lines: readonly string[],
  stretches: readonly S[],
): { head: number[]; tail: number[]; of: Map<S, SurroundingLines> } | undefined {
  if (stretches.some(({ from }, index) => index > 0 && from < stretches[index - 1]!.to)) return undefined;
  const of = new Map<S, SurroundingLines>(stretches.map((stretch) => [stretch, { before: [], after: [] }]));
  const head = range(0, stretches[0]?.from ?? lines.length);
  let last = head;
  for (const [index, stretch] of stretches.entries()) {
    const next = stretches[index + 1];
    const own = of.get(stretch)!;
    const gap = next ? range(stretch.to, next.from) : [];
    if (next?.isBlock) of.get(next)!.before = gap;
    else own.after = gap;
    if (stretch.isKept) last = own.after;
    else
      for (const left of [own.before, own.after]) if (!left.every((line) => isBlank(lines[line]!))) last.push(...left);
  }
  return { head, tail: range(stretches.at(-1)?.to ?? lines.length, lines.length), of };
}
