import { attributes, html, nothing, type Html } from '@bindery/html';
import type { BlockWriter } from './document-writer';
import { relOf } from './inlines';
import { altOf, pictureOf } from './pictures';
import { readableUrl } from './readable-url';
import { refIn, safeUrl, textIn } from './references';
import { alignmentOf } from './text-blocks';

const caption = (content: Html): Html | undefined =>
  content.markup === '' ? undefined : html`<figcaption>${content}</figcaption>`;

const images: BlockWriter = ({ data, nodes }, writer) => {
  const classes = ['images', alignmentOf(data), data.fullWidth === true && 'wide', data.withFrame === true && 'framed'];
  return html`<div class="${classes.filter(Boolean).join(' ')}">${writer.blocks(nodes)}</div>`;
};

const image: BlockWriter = (block, writer) => {
  const picture = pictureOf(block.data, writer.references, { alt: altOf(block.data) });
  const told = writer.line(block, 'caption');
  if (picture === nothing && told.markup === '') return nothing;
  return html`<figure>${picture}${caption(told)}</figure>`;
};

const file: BlockWriter = (block, writer) => {
  const ref = refIn(block.data.ref);
  const linked = ref?.kind === 'file' ? writer.references.file(ref.file) : undefined;
  const url = linked?.url ?? (ref?.kind === 'url' ? safeUrl(ref.url) : undefined);
  const told = writer.line(block, 'caption');
  const name = linked?.name ?? (ref?.kind === 'url' ? readableUrl(ref.url) : writer.labels.unknownReference);
  const link = url ? html`<a${attributes({ href: url, rel: relOf(url) })}>${name}</a>` : html`<span>${name}</span>`;
  const size = linked ? html` <small>${sizeOf(linked.size)}</small>` : undefined;
  return html`<figure class="file">${link}${size}${caption(told)}</figure>`;
};

function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]!}`;
}

/** What other sites offer is linked, not framed: pages tell nobody who reads them. */
const embed: BlockWriter = (block, writer) => {
  const url = safeUrl(textIn(block.data.url));
  const told = writer.line(block, 'caption');
  const name = readableUrl(textIn(block.data.url));
  const link = url ? html`<a${attributes({ href: url, rel: relOf(url) })}>${name}</a>` : html`<span>${name}</span>`;
  return html`<figure class="embed">${link}${caption(told)}</figure>`;
};

const drawing: BlockWriter = ({ data }, writer) => {
  const picture = pictureOf(data, writer.references, { alt: altOf(data) || writer.labels.drawing });
  return html`<figure class="drawing">${picture}</figure>`;
};

/** Pictures, files and what other sites offer. */
export const mediaBlocks: Record<string, BlockWriter> = { images, image, file, embed, drawing };
