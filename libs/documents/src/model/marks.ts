import type { Data, Leaf, Mark } from './model';

/** The order in which marks nest when they are written, outermost first, and in which they stand in a leaf. */
const markOrder = ['color', 'bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code'] as const;

const rank = new Map<string, number>(markOrder.map((type, index) => [type, index]));
const rankOf = (mark: Mark) => rank.get(mark.type) ?? markOrder.length;

/** Adds a mark, keeping the canonical order; a second colour replaces the parts of the first that it names. */
export function withMark(marks: Mark[], type: string, data?: Data): Mark[] {
  const present = marks.find((mark) => mark.type === type);
  if (present && !data) return marks;
  const added: Mark = data ? { object: 'mark', type, data: { ...present?.data, ...data } } : { object: 'mark', type };
  return sortMarks([...marks.filter((mark) => mark.type !== type), added]);
}

export function sortMarks(marks: Mark[]): Mark[] {
  return [...marks].sort((a, b) => rankOf(a) - rankOf(b));
}

export function sameMark(a: Mark, b: Mark): boolean {
  return a.type === b.type && (a.type !== 'color' || JSON.stringify(colorOf(a)) === JSON.stringify(colorOf(b)));
}

export function sameMarks(a: Leaf, b: Leaf): boolean {
  return a.marks.length === b.marks.length && a.marks.every((mark, index) => sameMark(mark, b.marks[index] as Mark));
}

/** Text and background of a colour mark; an absent half is `default`. */
export function colorOf(mark: Mark): { text: string; background: string } {
  const { text, background } = mark.data ?? {};
  return {
    text: typeof text === 'string' ? text : 'default',
    background: typeof background === 'string' ? background : 'default',
  };
}
