import type { Block, ContentRef } from '@bindery/documents';
import type { Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { iconOf } from './icons';
import { readableUrl } from './readable-url';
import { referenceTo } from './reference-link';
import { refIn, safeUrl, textIn } from './references';

const contentRef: BlockWriter = ({ data }, { references, labels }) => {
  const ref = refIn(data.ref);
  const href = ref && references.href(ref);
  const title =
    (ref && references.title(ref)) ?? (ref?.kind === 'url' ? readableUrl(ref.url) : labels.unknownReference);
  return referenceTo({ title, href, icon: (ref && references.icon(ref)) ?? iconOf(iconFor(ref)) }, references);
};

function iconFor(ref: ContentRef | undefined): string {
  if (ref?.kind === 'url') return 'link';
  return ref?.kind === 'file' ? 'paperclip' : 'file-lines';
}

const reusable: BlockWriter = ({ data }, writer) => {
  const ref = refIn(data.ref);
  const document =
    ref?.kind === 'reusable-content' ? writer.references.reusableContent(ref.reusableContent) : undefined;
  return writer.blocks(document?.nodes);
};

function integration({ data }: Block, { labels, references }: DocumentWriter): Html {
  const url = safeUrl(textIn(data.url));
  const name = [textIn(data.integration), textIn(data.block)].filter(Boolean).join(' · ') || labels.unknownReference;
  return referenceTo({ title: url ? readableUrl(url) : name, href: url, icon: iconOf('puzzle-piece') }, references);
}

/** Blocks that show content from elsewhere. */
export const referenceBlocks: Record<string, BlockWriter> = {
  'content-ref': contentRef,
  'reusable-content': reusable,
  integration,
};
