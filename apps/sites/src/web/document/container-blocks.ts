import type { Block } from '@bindery/documents';
import { attributes, html, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { dayIn } from '../page/labels';
import { iconOf } from './icons';
import { fieldsIn, refIn, textIn } from './references';

const blocksIn = ({ nodes = [] }: Block): Block[] => nodes.filter((node): node is Block => node.object === 'block');

/** Tabs are disclosures of which one is open: they need no script, and a link to a part opens it. The style sheet lays them out as tabs. */
const tabs: BlockWriter = (block, writer) => {
  const items = blocksIn(block);
  const ids = items.map((item) => writer.idOf(item));
  const name = writer.groupName();
  return html`<div class="tabs">
    ${items.map((item, index) => {
      const title = textIn(item.data.title) || String(index + 1);
      return html`<details${attributes({ name, id: ids[index], open: index === 0 })}>
        <summary>${item.data.icon ? iconOf(item.data.icon) : undefined}${title}</summary>
        ${writer.placesOf(item)}${writer.blocks(item.nodes)}
      </details>`;
    })}
  </div>`;
};

const expandable: BlockWriter = (block, writer) =>
  html`<details${attributes({ class: 'expandable', id: writer.idOf(block), open: block.data.defaultExpanded === true })}>
    <summary>${writer.line(block, 'expandable-title')}</summary>
    ${writer.placesOf(block)}${writer.fragment(block, 'expandable-body')}
  </details>`;

const stepper: BlockWriter = (block, writer) =>
  html`<ol class="stepper">
    ${blocksIn(block).map(
      ({ data, nodes }) =>
        html`<li>
          ${data.icon ? html`<span class="sign">${iconOf(data.icon)}</span>` : undefined} ${writer.blocks(nodes)}
        </li>`,
    )}
  </ol>`;

const columns: BlockWriter = (block, writer) =>
  html`<div class="columns">
    ${blocksIn(block).map(({ data, nodes }) => {
      const classes = ['column', widthOf(data.width), verticalOf(data.verticalAlignment)].filter(Boolean).join(' ');
      return html`<div class="${classes}">${writer.blocks(nodes)}</div>`;
    })}
  </div>`;

/** The width of a column to the nearest twelfth, for the rules of the style sheet. */
function widthOf(length: unknown): string | undefined {
  const { unit, value } = fieldsIn(length);
  if (unit !== '%' || typeof value !== 'number' || value <= 0 || value > 100) return undefined;
  return `w-${Math.max(1, Math.round((value / 100) * 12))}`;
}

const verticalOf = (alignment: unknown): string | undefined =>
  alignment === 'middle' || alignment === 'bottom' ? `v-${alignment}` : undefined;

const updates: BlockWriter = (block, writer) =>
  html`<div class="updates">${blocksIn(block).map((item) => update(item, writer))}</div>`;

function update({ data, nodes }: Block, writer: DocumentWriter): Html {
  const date = textIn(data.date);
  const tags = Array.isArray(data.tags) ? (data.tags as unknown[]) : [];
  const names = tags.flatMap((tag) => {
    const ref = refIn(tag);
    return ref?.kind === 'tag' ? [writer.references.title(ref) ?? ref.tag] : [];
  });
  return html`<section class="update">
    <p class="when">
      ${date ? dayOf(date, writer.language) : undefined} ${names.map((name) => html` <span class="tag">${name}</span>`)}
    </p>
    <div>${writer.blocks(nodes)}</div>
  </section>`;
}

/** Formats an ISO date in the language of the page; other texts stay as they are. */
function dayOf(date: string, language: string): Html {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return html`<time>${date}</time>`;
  return html`<time datetime="${date}">${dayIn(language, date)}</time>`;
}

/** Blocks that arrange others. */
export const containerBlocks: Record<string, BlockWriter> = {
  tabs,
  'tabs-item': ({ nodes }, writer) => writer.blocks(nodes),
  expandable,
  stepper,
  'stepper-step': ({ nodes }, writer) => html`<div class="step">${writer.blocks(nodes)}</div>`,
  columns,
  column: ({ nodes }, writer) => html`<div class="column">${writer.blocks(nodes)}</div>`,
  updates,
  update,
};
