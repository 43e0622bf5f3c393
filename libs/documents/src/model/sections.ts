import { isHeading } from './anchors';
import { emojiCharacters } from './emoji';
import { methodLine, methodPart } from './methods';
import type { Block, Data, Document, Inline, Node } from './model';

/** A heading with the text below it, up to the next heading. The text before the first heading has neither anchor nor title. */
export interface Section {
  anchor?: string;
  title?: string;
  body: string;
}

/**
 * The sections of a document, for search and snippets: every heading starts one, wherever it stands. A body is the text
 * of its blocks, a line each; code, tables, tabs, hints, expandables, captions and footnotes are part of it.
 */
export function sectionsOf(document: Document): Section[] {
  const sections: (Section & { lines: string[] })[] = [{ body: '', lines: [] }];
  collect(
    document.nodes,
    (line) => sections.at(-1)?.lines.push(line),
    (heading) => {
      const title = titleOf(heading);
      const { id } = heading.meta ?? heading.data;
      sections.push({ ...(typeof id === 'string' ? { anchor: id } : {}), title, body: '', lines: [] });
    },
  );
  return sections
    .map(({ lines, ...section }) => ({ ...section, body: lines.filter((line) => line.trim() !== '').join('\n') }))
    .filter(({ title, body }) => title !== undefined || body !== '');
}

/** All text of a document, a line for each heading, paragraph, row and line of code. */
export function plainText(document: Document): string {
  const lines: string[] = [];
  collect(
    document.nodes,
    (line) => lines.push(line),
    (heading) => lines.push(titleOf(heading)),
  );
  return lines.filter((line) => line.trim() !== '').join('\n');
}

type Sink = (line: string) => unknown;

function collect(nodes: Block[], line: Sink, heading: (block: Block) => unknown): void {
  for (const node of nodes) {
    if (isHeading(node)) {
      heading(node);
      collectNotes(node.nodes ?? [], line);
      continue;
    }
    for (const text of ownText(node)) line(text);
    const children = (node.nodes ?? []).filter((child): child is Block => child.object === 'block');
    collect(children, line, heading);
    if (children.length === 0 && node.nodes && node.nodes.length > 0) {
      line(visibleText(node.nodes));
      collectNotes(node.nodes, line);
    }
    for (const part of node.fragments ?? []) collect(part.nodes, line, heading);
  }
}

/** The texts of the footnotes of inline content. A heading in one does not begin a section. */
function collectNotes(nodes: readonly Node[], line: Sink): void {
  for (const node of nodes) {
    if (node.object !== 'inline') continue;
    for (const { type, nodes: note } of node.fragments ?? [])
      if (type === 'annotation-body') collect(note, line, (heading) => line(titleOf(heading)));
    collectNotes(node.nodes ?? [], line);
  }
}

const titleOf = (heading: Block): string => visibleText(heading.nodes ?? []).trim();

/** The texts in the data of a block. */
function ownText(block: Block): string[] {
  const { type, data } = block;
  if (type === 'table') return tableText(data);
  const part = methodPart(block);
  if (part) return [methodLine(part)];
  const names: Record<string, string[]> = {
    'tabs-item': ['title'],
    code: ['title'],
    image: ['alt'],
    math: ['formula'],
    swagger: ['method', 'path'],
    'openapi-operation': ['method', 'path'],
    'openapi-webhook': ['method', 'name'],
    prompt: ['description'],
    update: ['date'],
  };
  const own = (Object.hasOwn(names, type) ? names[type] : undefined) ?? [];
  const found = own.map((name) => data[name]).filter((value): value is string => typeof value === 'string');
  return found.length > 0 ? [found.join(' ')] : [];
}

/** Column titles and the cells that are not text; those that are stand in the fragments. */
function tableText({ definition, records }: Data): string[] {
  const columns = Object.values((definition ?? {}) as Record<string, Data>);
  // A header that shows more than its title is among the cells.
  const titles = columns
    .map(({ title, header }) => (header === undefined ? title : ''))
    .filter((title) => typeof title === 'string' && title !== '');
  const labels = new Map(
    columns.flatMap(({ options }) =>
      (Array.isArray(options) ? (options as Data[]) : []).map(({ value, label }) => [value, label] as const),
    ),
  );
  const rows = Object.values((records ?? {}) as Record<string, { values?: Data }>).map(({ values }) =>
    columns
      .filter(({ type }) => type === 'number' || type === 'select' || type === 'rating')
      .flatMap(({ id }) => values?.[String(id)] ?? [])
      .map((value) => labels.get(value) ?? value)
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .join(' '),
  );
  return [titles.join(' '), ...rows];
}

/** The text of inline content as a reader sees it. */
function visibleText(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      if (node.object === 'block') return '';
      return dataText(node) ?? visibleText(node.nodes ?? []);
    })
    .join('');
}

/** The text in the data of an inline; undefined for one whose text is its content. */
function dataText({ type, data }: Inline): string | undefined {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (type === 'emoji') return emojiCharacters(text(data.code));
  if (type === 'inline-math') return text(data.formula);
  if (type === 'button') return text(data.label);
  // Sites show the caption of an image in a line where it has no alternative text.
  if (type === 'inline-image') return text(data.alt) || text(data.caption);
  return undefined;
}
