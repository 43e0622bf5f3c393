import type { Heading, Link, List, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { parse } from 'yaml';
import { warning, type SyncProblem } from './problem';

/** Where an entry stands in its file, without what is below it. */
export interface SummaryPlace {
  /** Its own lines, from 1; the last one is included. */
  from: number;
  to: number;
  /** Characters before the bullet, and the bullet with the spaces after it; both are empty for headings. */
  indent: number;
  bullet: number;
  /** The link, counted from the start of the file; absent where there is none. */
  link?: [from: number, to: number];
}

export interface SummaryGroup {
  type: 'group';
  title: string;
  /** The id of the heading's anchor. */
  anchor?: string;
  /** Whether it is an entry of the list, without a link, rather than a heading. */
  isEntry?: true;
  place?: SummaryPlace;
  children: SummaryEntry[];
}

/** An entry that points at a file (with an anchor: at a place in one) or at an address. */
export interface SummaryLink {
  type: 'link';
  title: string;
  /** As it is written, which is encoded as addresses are. */
  url: string;
  /** The path of the file itself, where no table of contents was read. */
  file?: string;
  /** The title in the navigation, where it is not the page's own. */
  linkTitle?: string;
  line: number;
  place?: SummaryPlace;
  children: SummaryEntry[];
}

/** An entry whose pages are computed. */
export interface SummaryComputed {
  type: 'computed';
  source: Record<string, unknown>;
  line: number;
  place?: SummaryPlace;
}

/** An entry without a link, where no group can stand: a line of the file that is kept. */
export interface SummaryText {
  type: 'text';
  title: string;
  line: number;
  place?: SummaryPlace;
  children: SummaryEntry[];
}

export type SummaryEntry = SummaryLink | SummaryComputed | SummaryText;
export type SummaryNode = SummaryGroup | SummaryEntry;

/** The horizontal rule that ends a group: the entries after it stand at the top again. */
export interface SummaryRule {
  line: number;
}

interface ReadSummary {
  nodes: SummaryNode[];
  rules: SummaryRule[];
  problems: SyncProblem[];
}

/** The most levels of a table of contents; deeper entries are left out and reported. */
const maxDepth = 50;
/** Columns before an entry of that depth, however wide a level is indented; reading deeper ones takes more than linear time. */
const maxIndent = maxDepth * 4;

/** Reads a table of contents. Lines that are no entries are reported and left out. */
export function readSummary(source: string, file = 'SUMMARY.md'): ReadSummary {
  const problems: SyncProblem[] = [];
  const nodes: SummaryNode[] = [];
  const rules: SummaryRule[] = [];
  let group: SummaryGroup | undefined;
  const leave = (block: RootContent) =>
    problems.push(
      warning(file, 'This is not an entry of a table of contents and was left out', block.position?.start.line),
    );
  for (const block of fromMarkdown(withoutDeepLines(source, file, problems)).children) {
    if (block.type === 'heading' && block.depth > 1) nodes.push((group = readGroup(block)));
    else if (block.type === 'thematicBreak') {
      if (group) rules.push({ line: block.position?.start.line ?? 1 });
      group = undefined;
    } else if (block.type === 'list') {
      const entries = readList(block, file, problems, 1);
      if (group) group.children.push(...entries);
      else nodes.push(...entries.map(asGroup));
    } else if (block.type !== 'heading' && block.type !== 'html') leave(block);
  }
  return { nodes, rules, problems };
}

/** At the top an entry without a link is the title of those below it. */
function asGroup(entry: SummaryEntry): SummaryNode {
  if (entry.type !== 'text' || !entry.children.some(holdsPage)) return entry;
  const { title, place, children } = entry;
  return { type: 'group', title: title || 'Group', isEntry: true, ...(place && { place }), children };
}

const holdsPage = (entry: SummaryEntry): boolean => entry.type !== 'text' || entry.children.some(holdsPage);

/** Leaves lines empty that are indented too far, so that others keep their numbers. */
function withoutDeepLines(source: string, file: string, problems: SyncProblem[]): string {
  if (!source.includes(' '.repeat(maxIndent)) && !source.includes('\t'.repeat(maxDepth))) return source;
  const lines = source.split('\n');
  const isDeep = (line: string) => /^[ \t]*/.exec(line)![0].replaceAll('\t', '    ').length >= maxIndent;
  const first = lines.findIndex(isDeep);
  if (first >= 0) problems.push(warning(file, `Entries nested more than ${maxDepth} deep were left out`, first + 1));
  return lines.map((line) => (isDeep(line) ? ' '.repeat(line.length) : line)).join('\n');
}

function readGroup({ children, position }: Heading): SummaryGroup {
  const html = children.flatMap((child) => (child.type === 'html' ? [child.value] : []));
  const anchor = html.map((value) => /\bid="([^"]+)"/.exec(value)?.[1]).find(Boolean);
  const title = toString({ type: 'paragraph', children: children.filter(({ type }) => type !== 'html') }).trim();
  const place = position && { from: position.start.line, to: position.end.line, indent: 0, bullet: 0 };
  return {
    type: 'group',
    title: title || anchor || 'Group',
    ...(anchor && { anchor }),
    ...(place && { place }),
    children: [],
  };
}

function readList(list: List, file: string, problems: SyncProblem[], depth: number): SummaryEntry[] {
  if (depth > maxDepth) {
    problems.push(warning(file, `Entries nested more than ${maxDepth} deep were left out`, list.position?.start.line));
    return [];
  }
  return list.children.flatMap((item) => readItem(item, file, problems, depth) ?? []);
}

function readItem(item: ListItem, file: string, problems: SyncProblem[], depth: number): SummaryEntry | undefined {
  const line = item.position?.start.line ?? 1;
  const code = item.children.find((child) => child.type === 'code');
  if (code) return readComputed(code.value, file, line, problems, placeOf(item, code));
  const linked = item.children.find((child) => child.type === 'paragraph' && linkIn(child) !== undefined);
  const link = linked && linkIn(linked as Paragraph);
  const children = item.children.flatMap((child) =>
    child.type === 'list' ? readList(child, file, problems, depth + 1) : [],
  );
  if (!link) {
    const text = item.children.find((child) => child.type === 'paragraph');
    if (depth > 1 || children.length === 0)
      problems.push(warning(file, 'An entry without a link is not a page; its line is kept', line));
    return { type: 'text', title: text ? toString(text).trim() : '', line, ...placeOf(item, text), children };
  }
  return {
    type: 'link',
    title: toString(link).trim(),
    url: link.url,
    ...(link.title && { linkTitle: link.title }),
    line,
    ...placeOf(item, linked, link),
    children,
  };
}

/** `own` is the part of an item that is the entry itself. */
function placeOf(
  { position, children: [first] }: ListItem,
  own: RootContent | undefined,
  link?: Link,
): { place?: SummaryPlace } {
  if (!position) return {};
  const { line, column } = position.start;
  const start = first?.position?.start;
  const place: SummaryPlace = {
    from: line,
    to: own?.position?.end.line ?? line,
    indent: column - 1,
    bullet: start?.line === line ? start.column - column : 2,
    ...(link?.position && { link: [link.position.start.offset!, link.position.end.offset!] as [number, number] }),
  };
  return { place };
}

const linkIn = ({ children }: Paragraph): Link | undefined =>
  children.find((child: PhrasingContent): child is Link => child.type === 'link');

function readComputed(
  yaml: string,
  file: string,
  line: number,
  problems: SyncProblem[],
  place: { place?: SummaryPlace },
): SummaryEntry {
  try {
    const source: unknown = parse(yaml, { maxAliasCount: 10 });
    if (typeof source === 'object' && source !== null && typeof (source as { type?: unknown }).type === 'string') {
      return { type: 'computed', source: source as Record<string, unknown>, line, ...place };
    }
    problems.push(warning(file, 'A computed entry without a type was left out', line));
  } catch (error) {
    problems.push(
      warning(file, `A computed entry is not valid YAML: ${(error as Error).message.split('\n')[0]}`, line),
    );
  }
  return { type: 'text', title: '', line, ...place, children: [] };
}
