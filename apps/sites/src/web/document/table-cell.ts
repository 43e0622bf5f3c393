import type { Block, Data } from '@bindery/documents';
import { attributes, html, join, nothing, type Html } from '@bindery/html';
import type { DocumentWriter } from './document-writer';
import { iconOf } from './icons';
import { pictureOf } from './pictures';
import { readableUrl } from './readable-url';
import { linkAttributes, refIn, textIn } from './references';
import type { Column } from './table-data';

/** A cell in the form of its column. */
export function cellOf(table: Block, column: Column, value: unknown, writer: DocumentWriter): Html {
  if (column.type === 'text') return textCell(table, value, writer);
  if (value === undefined || value === null || value === '') return nothing;
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  switch (column.type) {
    case 'checkbox':
      return html`<span role="img" aria-label="${value === true ? writer.labels.done : writer.labels.notDone}"
        >${iconOf(value === true ? 'square-check' : 'fa-regular square')}</span
      >`;
    case 'rating':
      return rating(value, column.max);
    case 'select':
      return list(values.map((option) => html`<span class="tag">${labelOf(column, textIn(option))}</span>`));
    case 'files':
      return list(values.map((file) => fileLink(textIn(file), writer)));
    case 'users':
      return list(values.map((user) => html`${writer.references.title({ kind: 'user', user: textIn(user) }) ?? '@'}`));
    case 'image':
      return pictureOf(imageData(value), writer.references, { alt: textIn((value as Data).alt) });
    case 'content-ref':
      return reference(value, writer);
    default:
      return html`${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
  }
}

/** The blocks of a cell; a single paragraph has no margin. */
function textCell({ fragments = [] }: Block, value: unknown, writer: DocumentWriter): Html {
  const fragment = fragments.find(({ fragment, key }) => (fragment ?? key) === value);
  if (!fragment) return html`${typeof value === 'string' && fragments.length === 0 ? value : undefined}`;
  const [only, ...more] = fragment.nodes;
  return only?.type === 'paragraph' && more.length === 0 ? writer.inlines(only.nodes) : writer.blocks(fragment.nodes);
}

const list = (items: Html[]): Html => join(items.flatMap((item, index) => (index === 0 ? [item] : [', ', item])));

function rating(value: unknown, max: unknown): Html {
  const most = typeof max === 'number' && max > 0 && max <= 20 ? Math.round(max) : 5;
  const stars = typeof value === 'number' ? Math.min(most, Math.max(0, Math.round(value))) : 0;
  return html`<span role="img" aria-label="${stars}/${most}">${'★'.repeat(stars)}${'☆'.repeat(most - stars)}</span>`;
}

function labelOf({ options }: Column, option: string): string {
  const known = Array.isArray(options) ? (options as { value?: unknown; label?: unknown }[]) : [];
  return textIn(known.find(({ value }) => value === option)?.label) || option;
}

function fileLink(id: string, { references, labels }: DocumentWriter): Html {
  const file = references.file(id);
  return file ? html`<a href="${file.url}">${file.name}</a>` : html`${labels.unknownReference}`;
}

function reference(value: unknown, { references, labels }: DocumentWriter): Html {
  const ref = refIn(value);
  if (!ref) return html`${textIn(value)}`;
  const href = references.href(ref);
  const title = references.title(ref) ?? (ref.kind === 'url' ? readableUrl(ref.url) : labels.unknownReference);
  return href ? html`<a${attributes(linkAttributes(href, references))}>${title}</a>` : html`${title}`;
}

/** An image in a cell is only a reference, or one with display options. */
export const imageData = (value: unknown): Data => (refIn(value) ? { ref: value } : ((value ?? {}) as Data));
