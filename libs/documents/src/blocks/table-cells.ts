import { element, escapeHtml } from '../html/escape';
import { elementsOf, findElement, textOf, type HtmlElement } from '../html/fragment';
import type { ReadContext } from '../model/context';
import type { Block, ContentRef } from '../model/model';
import type { BlockWriter } from './reader';
import { imageOf, type Cell, type Definition, type Table } from '../model/table';

/** Reads a cell by the type of its column; what does not fit the type is kept as text. */
export function readCell(
  cell: HtmlElement,
  column: { type: string },
  context: ReadContext,
  blocks: (cell: HtmlElement) => Block[],
): Cell {
  const content = textOf(cell.children).trim();
  switch (column.type) {
    case 'text':
      return { blocks: blocks(cell) };
    case 'number':
    case 'rating':
      return content === '' ? undefined : { value: isNumber(content) ? Number(content) : content };
    case 'checkbox':
      return content === '' ? undefined : { value: content === 'true' ? true : content === 'false' ? false : content };
    case 'select':
      return listValue(
        spans(cell).map((span) => span.attributes['data-option'] ?? ''),
        content,
      );
    case 'users':
      return listValue(
        anchors(cell).map((href) => idOf(context.refOf(href, 'mention'), 'user', href)),
        content,
      );
    case 'files':
      return listValue(
        anchors(cell).map((href) => idOf(context.refOf(href, 'file'), 'file', href)),
        content,
      );
    case 'content-ref': {
      const [href] = anchors(cell);
      return href === undefined ? textValue(content) : { value: context.refOf(href, 'content-ref') };
    }
    case 'image':
      return readImage(cell, content, context);
    default:
      return textValue(content);
  }
}

const isNumber = (content: string) => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(content);
const textValue = (content: string): Cell => (content === '' ? undefined : { value: content });
const listValue = (values: string[], content: string): Cell =>
  values.length > 0 ? { value: values } : textValue(content);
const spans = (cell: HtmlElement) =>
  elementsOf(cell).filter(({ attributes }) => attributes['data-option'] !== undefined);

function anchors(cell: HtmlElement): string[] {
  return elementsOf(cell).flatMap((child) =>
    child.name === 'a' && child.attributes.href !== undefined ? [child.attributes.href] : [],
  );
}

function readImage(cell: HtmlElement, content: string, context: ReadContext): Cell {
  const link = findElement([cell], 'a')?.attributes;
  const picture = findElement([cell], 'img')?.attributes;
  const source = link?.href ?? picture?.src;
  if (source === undefined) return textValue(content);
  const ref = context.refOf(source, 'image');
  const objectFit = link?.['data-object-fit'];
  const alt = link?.['data-alt'] ?? picture?.alt;
  return { value: objectFit || alt ? { ref, ...(objectFit ? { objectFit } : {}), ...(alt ? { alt } : {}) } : ref };
}

/**
 * Lists of users and files hold ids. An address that is no reference of that kind stands in the list itself, and differs
 * from an id by its punctuation.
 */
function idOf(ref: ContentRef, kind: 'user' | 'file', href: string): string {
  if (ref.kind === 'user' && kind === 'user') return ref.user;
  if (ref.kind === 'file' && kind === 'file') return ref.file;
  return isId(href) ? `./${href}` : href;
}

const isId = (value: string) => /^[\w-]+$/.test(value);

export function writeCell(table: Table, column: Definition, value: unknown, writer: BlockWriter): string {
  if (column.type === 'text') return writer.htmlBlocks(table.cells.get(value) ?? []);
  if (value === undefined || value === null) return '';
  const list = (Array.isArray(value) ? value : [value]).map(String);
  switch (column.type) {
    case 'select':
      return list
        .map((option) => element('span', { 'data-option': option }, escapeHtml(labelOf(column, option))))
        .join(', ');
    case 'users':
      return list
        .map((user) =>
          link(isId(user) ? { kind: 'user', user } : { kind: 'url', url: user }, { 'data-mention': true }, writer),
        )
        .join(', ');
    case 'files':
      return list
        .map((file) => link(isId(file) ? { kind: 'file', file } : { kind: 'url', url: file }, {}, writer))
        .join(', ');
    case 'content-ref':
    case 'image': {
      const image = imageOf(value);
      return image
        ? link(image.ref, { 'data-object-fit': image.objectFit, 'data-alt': image.alt }, writer)
        : escapeHtml(list.join(', '));
    }
    default:
      return escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
}

function link(ref: ContentRef, more: Record<string, string | boolean | undefined>, { context }: BlockWriter): string {
  return element('a', { ...more, href: context.urlOf(ref) }, escapeHtml(context.titleOf(ref)));
}

function labelOf(column: Definition, option: string): string {
  const options = Array.isArray(column.options) ? (column.options as { value?: unknown; label?: unknown }[]) : [];
  const label = options.find(({ value }) => value === option)?.label;
  return typeof label === 'string' ? label : option;
}
