import type { Block } from '@bindery/documents';
import { attributes, html, Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { directionOf } from './direction';
import { iconOf } from './icons';
import { textIn } from './references';

const alignments = new Set(['center', 'end', 'right']);

/** The class of a block that is not aligned at its start. */
export const alignmentOf = ({ align }: Block['data']): string | undefined =>
  alignments.has(textIn(align)) ? `align-${align === 'right' ? 'end' : textIn(align)}` : undefined;

const paragraph: BlockWriter = (block, writer) =>
  html`<p${attributes({ class: alignmentOf(block.data), dir: directionOf(block.nodes) })}>${writer.placesOf(block)}${writer.inlines(block.nodes)}</p>`;

const heading =
  (wanted: number): BlockWriter =>
  (block, writer) => {
    const name = `h${writer.headingLevel(wanted)}`;
    const id = writer.idOf(block);
    const anchor = id
      ? html` <a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${writer.labels.linkToSection}">#</a>`
      : undefined;
    const start = new Html(
      `<${name}${attributes({ id, class: alignmentOf(block.data), dir: directionOf(block.nodes) }).markup}>`,
    );
    return html`${start}${writer.placesOf(block)}${writer.inlines(block.nodes)}${anchor}${new Html(`</${name}>`)}`;
  };

const list =
  (name: 'ul' | 'ol', className?: string): BlockWriter =>
  ({ data, nodes }, writer) => {
    const start = typeof data.start === 'number' && data.start !== 1 ? Math.trunc(data.start) : undefined;
    const open = new Html(`<${name}${attributes({ class: className, start, dir: directionOf(nodes) }).markup}>`);
    return html`${open}${writer.blocks(nodes)}${new Html(`</${name}>`)}`;
  };

const item: BlockWriter = ({ data, nodes = [] }, writer) => {
  const content = itemContent(nodes, writer);
  if (typeof data.checked !== 'boolean') return html`<li>${content}</li>`;
  const said = data.checked ? writer.labels.done : writer.labels.notDone;
  return html`<li class="task">
    <span role="img" aria-label="${said}">${iconOf(data.checked ? 'square-check' : 'fa-regular square')}</span>
    <div>${content}</div>
  </li>`;
};

/** An item with one paragraph has no margin. */
function itemContent(nodes: NonNullable<Block['nodes']>, writer: DocumentWriter): Html {
  const [first, ...rest] = nodes;
  if (first?.object !== 'block' || first.type !== 'paragraph') return writer.blocks(nodes);
  return html`${writer.inlines(first.nodes)}${writer.blocks(rest)}`;
}

const hintStyles = ['info', 'warning', 'danger', 'success'] as const;
const hintIcons = { info: 'circle-info', warning: 'triangle-exclamation', danger: 'circle-xmark', success: 'check' };

const hint: BlockWriter = ({ data, nodes }, writer) => {
  const style = hintStyles.find((known) => known === data.style) ?? 'info';
  return html`<div${attributes({ class: `hint ${style}`, role: 'note', dir: directionOf(nodes), 'aria-label': writer.labels[style] })}>
    ${iconOf(textIn(data.icon) || hintIcons[style])}
    <div>${writer.blocks(nodes)}</div>
  </div>`;
};

/** Blocks of running text. A remaining `if` is true for the reader. */
export const textBlocks: Record<string, BlockWriter> = {
  paragraph,
  'heading-1': heading(2),
  'heading-2': heading(3),
  'heading-3': heading(4),
  'list-ordered': list('ol'),
  'list-unordered': list('ul'),
  'list-tasks': list('ul', 'tasks'),
  'list-item': item,
  divider: () => html`<hr />`,
  blockquote: ({ nodes }, writer) =>
    html`<blockquote${attributes({ dir: directionOf(nodes) })}>${writer.blocks(nodes)}</blockquote>`,
  hint,
  if: ({ nodes }, writer) => writer.blocks(nodes),
};
