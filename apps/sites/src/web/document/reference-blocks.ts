import type { Block } from '@bindery/documents';
import { attributes, html, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { relOf } from './inlines';
import { refIn, safeUrl, textIn } from './references';

const contentRef: BlockWriter = ({ data }, { references, labels }) => {
  const ref = refIn(data.ref);
  const href = ref && references.href(ref);
  const title = (ref && references.title(ref)) ?? (ref?.kind === 'url' ? ref.url : labels.unknownReference);
  if (!href) return html`<p class="card"><span>${title}</span></p>`;
  return html`<p class="card"><a${attributes({ href, rel: relOf(href) })}>${title}</a></p>`;
};

const reusable: BlockWriter = ({ data }, writer) => {
  const ref = refIn(data.ref);
  const document =
    ref?.kind === 'reusable-content' ? writer.references.reusableContent(ref.reusableContent) : undefined;
  return writer.blocks(document?.nodes);
};

const methods = /^(get|put|post|delete|options|head|patch|trace|query)$/i;

/** What of an interface's description stands on the page itself: its name, and where the whole of it is. */
function api(block: Block, writer: DocumentWriter, name: Html): Html {
  const ref = refIn(block.data.ref);
  const href = ref && writer.references.href(ref);
  const title = ref?.kind === 'openapi' ? ref.spec : (ref && writer.references.title(ref)) || href;
  const source = href ? html`<a${attributes({ href, rel: relOf(href) })}>${title}</a>` : html`<span>${title}</span>`;
  return html`<section${attributes({ class: 'api', id: writer.idOf(block), 'aria-label': writer.labels.api })}>
    <p class="title">${name}</p>
    ${title ? html`<p><small>${source}</small></p>` : undefined}
  </section>`;
}

function operation(block: Block, writer: DocumentWriter): Html {
  const method = methods.exec(textIn(block.data.method))?.[0].toUpperCase();
  const path = textIn(block.data.path) || textIn(block.data.name);
  return api(block, writer, html`${method ? html`<b class="method">${method}</b> ` : undefined}<code>${path}</code>`);
}

function schemas(block: Block, writer: DocumentWriter): Html {
  const names = Array.isArray(block.data.schemas) ? (block.data.schemas as unknown[]) : [];
  const list = names.map((name) => html`<li><code>${textIn(name)}</code></li>`);
  return html`${api(block, writer, html`${textIn(block.data.title) || writer.labels.schemas}`)}
    <ul>
      ${list}
    </ul>`;
}

function integration({ data }: Block, { labels }: DocumentWriter): Html {
  const url = safeUrl(textIn(data.url));
  const name = [textIn(data.integration), textIn(data.block)].filter(Boolean).join(' · ') || labels.unknownReference;
  const shown = url ? html`<a${attributes({ href: url, rel: relOf(url) })}>${url}</a>` : html`<span>${name}</span>`;
  return html`<p class="card">${shown}</p>`;
}

/** Blocks that show what is kept elsewhere. */
export const referenceBlocks: Record<string, BlockWriter> = {
  'content-ref': contentRef,
  'reusable-content': reusable,
  swagger: operation,
  'openapi-operation': operation,
  'openapi-webhook': operation,
  'openapi-schemas': schemas,
  integration,
};
