import { stringify } from 'yaml';
import type { SummaryComputed, SummaryEntry, SummaryGroup, SummaryLink, SummaryNode } from './summary';

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
      parts.push(`${headingText(node)}\n`);
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

/** One line, without its end. */
export const headingText = ({ title, anchor }: Pick<SummaryGroup, 'title' | 'anchor'>): string =>
  `## ${escapeText(title).replace(/#+$/, '\\$&')}${anchor ? ` <a href="#${anchor}" id="${anchor}"></a>` : ''}`;

function entryText(entry: SummaryEntry, indent: string): string {
  const own = ownText(entry, indent, '* ');
  return entry.type === 'computed'
    ? own
    : own + entry.children.map((child) => entryText(child, `${indent}  `)).join('');
}

/** An entry without what is below it, with the ends of its lines. */
export function ownText(entry: SummaryEntry, indent: string, bullet: string): string {
  if (entry.type === 'computed') return `${indent}${bullet}${computedText(entry, indent + ' '.repeat(bullet.length))}`;
  return `${indent}${bullet}${entry.type === 'text' ? escapeText(entry.title) : linkText(entry, entry.url)}\n`;
}

function computedText({ source }: SummaryComputed, indent: string): string {
  const lines = stringify(source).trimEnd().split('\n');
  return ['```yaml', ...lines.map((line) => `${indent}${line}`), `${indent}\`\`\`\n`].join('\n');
}

/** The link of an entry to an address as it is to be written. */
export function linkText({ title, linkTitle }: Pick<SummaryLink, 'title' | 'linkTitle'>, url: string): string {
  const shown = linkTitle ? ` "${linkTitle.replace(/["\\]/g, '\\$&')}"` : '';
  const address = /[\s()<>]/.test(url) || url === '' ? `<${url.replace(/[<>]/g, encodeURIComponent)}>` : url;
  return `[${escapeText(title)}](${address}${shown})`;
}

/** Keeps a title from being read as Markdown. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\[\]`*_<]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\s+/g, ' ');
