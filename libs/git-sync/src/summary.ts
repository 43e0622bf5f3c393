import { parseMarkdown, renderMarkdown, type Block, type Inline, type Node } from '@bindery/documents';
import type { SummaryNode } from './model';
import { readYaml } from './settings';

/**
 * Reads a table of contents. Entries are kept as they are written: files from the folder of the table. A heading starts a
 * group, and a rule ends it. An entry without a link is a group of its own.
 */
export function readSummary(text: string): SummaryNode[] {
  const root: SummaryNode[] = [];
  let target = root;
  // The `# ` line at the start names the table itself.
  for (const block of parseMarkdown(text.replace(/^\uFEFF?\s*# .*/, '')).nodes) {
    if (block.type.startsWith('heading-')) {
      const { id } = block.data;
      const group: SummaryNode = {
        type: 'group',
        title: textOf(block.nodes),
        ...(typeof id === 'string' ? { anchor: id } : {}),
        children: [],
      };
      root.push(group);
      target = group.children;
    } else if (block.type === 'divider') target = root;
    else if (block.type.startsWith('list-')) target.push(...readList(block));
  }
  return root;
}

function readList(list: Block): SummaryNode[] {
  return blocks(list.nodes).flatMap((item) => readEntry(blocks(item.nodes)) ?? []);
}

function readEntry([first, ...rest]: Block[]): SummaryNode | undefined {
  if (!first) return undefined;
  if (first.type === 'code') {
    const yaml = blocks(first.nodes)
      .map((line) => charactersOf(line.nodes))
      .join('\n');
    return { type: 'computed', yaml, source: readYaml(yaml).value };
  }
  const children = rest.filter(({ type }) => type.startsWith('list-')).flatMap(readList);
  const link = first.nodes?.find(
    (node): node is Inline => node.object === 'inline' && (node.type === 'link' || node.type === 'mention'),
  );
  const title = textOf(first.nodes);
  if (!link) return title === '' ? undefined : { type: 'group', title, children };
  const url = (link.data.ref as { url?: string; anchor?: string }).url ?? '';
  const linkTitle = typeof link.data.title === 'string' ? { linkTitle: link.data.title } : {};
  const isPage = /\.(?:md|markdown)$/i.test(url.split('?', 1)[0] ?? '') && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url);
  return isPage
    ? { type: 'page', title, file: url, ...linkTitle, children }
    : { type: 'link', title, url, ...linkTitle, children };
}

const blocks = (nodes: Node[] | undefined) => (nodes ?? []).filter((node): node is Block => node.object === 'block');

const textOf = (nodes: Node[] | undefined) => charactersOf(nodes).trim();

function charactersOf(nodes: Node[] | undefined): string {
  return (nodes ?? [])
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
      if (node.type === 'emoji')
        return String.fromCodePoint(
          ...String(node.data.code)
            .split('-')
            .map((part) => Number.parseInt(part, 16)),
        );
      return charactersOf(node.nodes);
    })
    .join('');
}

/** Writes a table of contents in its canonical form. */
export function writeSummary(nodes: SummaryNode[]): string {
  const parts = ['# Table of contents'];
  let entries: SummaryNode[] = [];
  let inGroup = false;
  const flush = () => {
    if (entries.length > 0) parts.push(writeEntries(entries, ''));
    entries = [];
  };
  for (const node of nodes) {
    if (node.type === 'group') {
      flush();
      const anchor = node.anchor === undefined ? '' : ` <a href="#${node.anchor}" id="${node.anchor}"></a>`;
      parts.push(`## ${inline([text(node.title)])}${anchor}`);
      if (node.children.length > 0) parts.push(writeEntries(node.children, ''));
      inGroup = true;
    } else {
      if (inGroup) parts.push('***');
      inGroup = false;
      entries.push(node);
    }
  }
  flush();
  return `${parts.join('\n\n')}\n`;
}

function writeEntries(nodes: SummaryNode[], indent: string): string {
  return nodes.map((node) => writeEntry(node, indent)).join('\n');
}

function writeEntry(node: SummaryNode, indent: string): string {
  if (node.type === 'computed') {
    const lines = ['```yaml', ...node.yaml.split('\n'), '```'].map((line, index) =>
      index === 0 || line === '' ? line : `${indent}  ${line}`,
    );
    return `${indent}* ${lines.join('\n')}`;
  }
  const line =
    node.type === 'group'
      ? inline([text(node.title)])
      : inline([link(node.title, node.type === 'page' ? node.file : node.url, node.linkTitle)]);
  return [`${indent}* ${line}`, ...(node.children.length > 0 ? [writeEntries(node.children, `${indent}  `)] : [])].join(
    '\n',
  );
}

const text = (value: string): Node => ({ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] });

const link = (title: string, url: string, linkTitle: string | undefined): Node => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref: { kind: 'url', url }, ...(linkTitle === undefined ? {} : { title: linkTitle }) },
  nodes: [text(title)],
});

function inline(nodes: Node[]): string {
  const paragraph: Block = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes };
  return renderMarkdown({ object: 'document', data: {}, nodes: [paragraph] }).trimEnd();
}
