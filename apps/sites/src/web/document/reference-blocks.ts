import type { Block } from '@bindery/documents';
import { attributes, html, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { relOf } from './inlines';
import { readableUrl } from './readable-url';
import { refIn, safeUrl, textIn } from './references';

const contentRef: BlockWriter = ({ data }, { references, labels }) => {
  const ref = refIn(data.ref);
  const href = ref && references.href(ref);
  const title =
    (ref && references.title(ref)) ?? (ref?.kind === 'url' ? readableUrl(ref.url) : labels.unknownReference);
  if (!href) return html`<p class="card"><span>${title}</span></p>`;
  return html`<p class="card"><a${attributes({ href, rel: relOf(href) })}>${title}</a></p>`;
};

const reusable: BlockWriter = ({ data }, writer) => {
  const ref = refIn(data.ref);
  const document =
    ref?.kind === 'reusable-content' ? writer.references.reusableContent(ref.reusableContent) : undefined;
  return writer.blocks(document?.nodes);
};

function integration({ data }: Block, { labels }: DocumentWriter): Html {
  const url = safeUrl(textIn(data.url));
  const name = [textIn(data.integration), textIn(data.block)].filter(Boolean).join(' · ') || labels.unknownReference;
  const shown = url
    ? html`<a${attributes({ href: url, rel: relOf(url) })}>${readableUrl(url)}</a>`
    : html`<span>${name}</span>`;
  return html`<p class="card">${shown}</p>`;
}

/** Blocks that show what is kept elsewhere. */
export const referenceBlocks: Record<string, BlockWriter> = {
  'content-ref': contentRef,
  'reusable-content': reusable,
  integration,
};
