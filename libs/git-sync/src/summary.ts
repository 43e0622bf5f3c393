import type { Heading, Link, List, ListItem, Paragraph, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { parse, stringify } from 'yaml';
import { warning, type SyncProblem } from './problem';

export interface SummaryGroup {
  type: 'group';
  title: string;
  /** The id of the heading's anchor. */
  anchor?: string;
  children: SummaryEntry[];
}

/** An entry that points at a file (with an anchor: at a place in one) or at an address. */
export interface SummaryLink {
  type: 'link';
  title: string;
  url: string;
  /** What the navigation shows instead of the page's own title. */
  linkTitle?: string;
  line: number;
  children: SummaryEntry[];
}

/** An entry whose pages are computed. */
export interface SummaryComputed {
  type: 'computed';
  source: Record<string, unknown>;
  line: number;
}

export type SummaryEntry = SummaryLink | SummaryComputed;
export type SummaryNode = SummaryGroup | SummaryEntry;

/** Deeper than this nobody nests a table of contents; what lies deeper is left out and reported. */
const maxDepth = 50;
/** Columns before an entry of that depth, however wide a level is indented; reading deeper ones takes more than linear time. */
const maxIndent = maxDepth * 4;

/** Reads a table of contents. What is no entry is reported and left out. */
export function readSummary(source: string, file = 'SUMMARY.md'): { nodes: SummaryNode[]; problems: SyncProblem[] } {
  const problems: SyncProblem[] = [];
  const nodes: SummaryNode[] = [];
  let group: SummaryGroup | undefined;
  for (const block of fromMarkdown(withoutDeepLines(source, file, problems)).children) {
    const line = block.position?.start.line;
    if (block.type === 'heading' && block.depth > 1) nodes.push((group = readGroup(block)));
    else if (block.type === 'thematicBreak') group = undefined;
    else if (block.type === 'list') (group?.children ?? nodes).push(...readList(block, file, problems, 1));
    else if (block.type !== 'heading' && block.type !== 'html')
      problems.push(warning(file, 'This is not an entry of a table of contents and was left out', line));
  }
  return { nodes, problems };
}

/** Leaves lines empty that are indented too far, so that others keep their numbers. */
function withoutDeepLines(source: string, file: string, problems: SyncProblem[]): string {
  if (!source.includes(' '.repeat(maxIndent)) && !source.includes('\t'.repeat(maxDepth))) return source;
  const lines = source.split('\n');
  const isDeep = (line: string) => /^[ \t]*/.exec(line)![0].replaceAll('\t', '    ').length >= maxIndent;
  const first = lines.findIndex(isDeep);
  if (first >= 0) problems.push(warning(file, `Entries nested more than ${maxDepth} deep were left out`, first + 1));
  return lines.map((line) => (isDeep(line) ? '' : line)).join('\n');
}

function readGroup({ children }: Heading): SummaryGroup {
  const html = children.flatMap((child) => (child.type === 'html' ? [child.value] : []));
  const anchor = html.map((value) => /\bid="([^"]+)"/.exec(value)?.[1]).find(Boolean);
  const title = toString({ type: 'paragraph', children: children.filter(({ type }) => type !== 'html') }).trim();
  return { type: 'group', title: title || anchor || 'Group', ...(anchor && { anchor }), children: [] };
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
  if (code) return readComputed(code.value, file, line, problems);
  const link = item.children.flatMap((child) => (child.type === 'paragraph' ? linkIn(child) : []))[0];
  const children = item.children.flatMap((child) =>
    child.type === 'list' ? readList(child, file, problems, depth + 1) : [],
  );
  if (!link) {
    problems.push(warning(file, 'An entry without a link was left out', line));
    return undefined;
  }
  return {
    type: 'link',
    title: toString(link).trim(),
    url: link.url,
    ...(link.title && { linkTitle: link.title }),
    line,
    children,
  };
}

const linkIn = ({ children }: Paragraph): Link[] =>
  children.filter((child: PhrasingContent): child is Link => child.type === 'link');

function readComputed(yaml: string, file: string, line: number, problems: SyncProblem[]): SummaryComputed | undefined {
  try {
    const source: unknown = parse(yaml, { maxAliasCount: 10 });
    if (typeof source === 'object' && source !== null && typeof (source as { type?: unknown }).type === 'string') {
      return { type: 'computed', source: source as Record<string, unknown>, line };
    }
    problems.push(warning(file, 'A computed entry without a type was left out', line));
  } catch (error) {
    problems.push(
      warning(file, `A computed entry is not valid YAML: ${(error as Error).message.split('\n')[0]}`, line),
    );
  }
  return undefined;
}

/** Writes a table of contents in the canonical form. */
export function writeSummary(nodes: readonly SummaryNode[]): string {
  const parts = ['# Table of contents\n'];
  let open = false;
  let entries: string[] = [];
  const flush = () => {
    if (entries.length > 0) parts.push(entries.join(''));
    entries = [];
  };
  for (const node of nodes) {
    if (node.type === 'group') {
      flush();
      parts.push(heading(node));
      entries.push(...node.children.map((child) => entryText(child, '')));
      flush();
      open = true;
    } else {
      if (open) parts.push('***\n');
      open = false;
      entries.push(entryText(node, ''));
    }
  }
  flush();
  return parts.join('\n');
}

const heading = ({ title, anchor }: SummaryGroup): string =>
  `## ${escapeText(title)}${anchor ? ` <a href="#${anchor}" id="${anchor}"></a>` : ''}\n`;

function entryText(entry: SummaryEntry, indent: string): string {
  if (entry.type === 'computed') {
    const yaml = stringify(entry.source)
      .trimEnd()
      .split('\n')
      .map((line) => `${indent}  ${line}\n`)
      .join('');
    return `${indent}* \`\`\`yaml\n${yaml}${indent}  \`\`\`\n`;
  }
  const title = entry.linkTitle ? ` "${entry.linkTitle.replace(/["\\]/g, '\\$&')}"` : '';
  const url = /[\s()<>]/.test(entry.url) ? `<${entry.url.replace(/[<>]/g, encodeURIComponent)}>` : entry.url;
  const own = `${indent}* [${escapeText(entry.title)}](${url}${title})\n`;
  return own + entry.children.map((child) => entryText(child, `${indent}  `)).join('');
}

/** Keeps a title from being read as Markdown. */
const escapeText = (text: string): string => text.replace(/[\\[\]`*_<]/g, '\\$&').replace(/\s+/g, ' ');
