import { splitFrontMatter, withoutMark } from '../markdown/front-matter';
import { readPlaced } from '../markdown/read';
import { writeTitle } from '../markdown/title';
import { mergeText } from './merge-text';

interface Heading {
  title: string;
  /** Where it stands in the file. */
  start: number;
  end: number;
}

/** The `# Title` of a Markdown file; undefined where it has none. */
export const readTitle = (source: string): string | undefined => headingIn(source)?.title;

/** The `# Title` of a Markdown file as it is written, with its signs; empty where there is none. */
export function headingOf(source: string): string {
  const heading = headingIn(source);
  return heading ? source.slice(heading.start, heading.end) : '';
}

/** A Markdown file whose `# Title` is another, where it has one; the words that stay are spelled as they were. */
export function editTitle(source: string, title: string): string {
  const heading = headingIn(source);
  if (!heading || heading.title === title) return source;
  const { start, end } = heading;
  return source.slice(0, start) + retitled(source.slice(start, end), heading.title, title) + source.slice(end);
}

/** The source of a title that says something else. */
export function retitled(own: string, before: string, title: string): string {
  const written = writeTitle(title);
  const merged = mergeText(writeTitle(before), own, written);
  return readPlaced(merged, true).title === title ? merged : written;
}

/** The first lines of a body, up to a blank one: no heading is longer. */
const firstLines = /^(?:[ \t]*\r?\n)*(?:[^\n]*\S[^\n]*(?:\n|$))*/;

/** Most headings: words of letters and digits, which mean nothing else in Markdown. */
const plainHeading = /^(\n*)# ([\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)(?:\n|$)/u;

function headingIn(source: string): Heading | undefined {
  const { body } = splitFrontMatter(withoutMark(source));
  const first = firstLines.exec(body)![0];
  // No heading is without one of its signs, and reading costs a hundred times the look for them.
  if (!/[#=]/.test(first)) return undefined;
  const at = source.length - body.length;
  const [, before = '', title] = plainHeading.exec(first) ?? [];
  if (title !== undefined) {
    const start = at + before.length;
    return { title, start, end: start + 2 + title.length };
  }
  // A title may have links that the page defines elsewhere.
  const part = body.includes(']:') ? body : first;
  const placed = readPlaced(part, true);
  if (placed.title === undefined || !placed.titleRange) return undefined;
  return { title: placed.title, start: at + placed.titleRange.start, end: at + placed.titleRange.end };
}
