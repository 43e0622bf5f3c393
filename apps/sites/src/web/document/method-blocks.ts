import { methodPart, type Block, type MethodPart, type Node } from '@bindery/documents';
import { attributes, html, Html, join, nothing } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { methodBadge } from './method-badge';

/** A method that the page describes itself: its heading, its address, and its parts. */
const method: BlockWriter = (block, writer) => {
  const part = methodPart(block);
  if (part?.kind !== 'method') return nothing;
  const { method: name, server, path, title } = part;
  const nodes = (block.nodes ?? []).filter((node) => !isTitle(node));
  const heading = title ? html`${title}` : join((block.nodes ?? []).filter(isTitle).map((node) => lines(node, writer)));
  const address = html`<p class="title">
    ${name ? html`${methodBadge(name)} ` : undefined}<code
      >${server ? html`<span class="server">${server}</span>` : undefined}${path}</code
    >
  </p>`;
  const label = [name.toUpperCase(), path].filter(Boolean).join(' ') || writer.labels.api;
  return html`<section${attributes({ class: 'api', 'aria-label': label })}>
    ${headed(heading, block, writer)}${address}${parts(nodes, writer)}
  </section>`;
};

function headed(title: Html, block: Block, writer: DocumentWriter): Html {
  const places = writer.placesOf(block);
  if (title.markup === '') return places;
  const name = `h${writer.headingLevel(2)}`;
  const start = new Html(`<${name}${attributes({ id: writer.idOf(block) }).markup}>`);
  return html`${start}${places}${title}${new Html(`</${name}>`)}`;
}

const isTitle = (node: Node): node is Block => node.object === 'block' && methodPart(node)?.kind === 'title';

/** The inlines of a part, without the paragraphs that hold them. */
const lines = ({ nodes = [] }: Block, writer: DocumentWriter): Html =>
  join(nodes.map((node) => writer.inlines(node.object === 'block' ? node.nodes : [node])));

/** The content of parts, in order; neighbouring parameters are one list. */
function parts(nodes: readonly Node[], writer: DocumentWriter, place = ''): Html {
  const written: Html[] = [];
  let fields: Html[] = [];
  const flush = () => {
    if (fields.length > 0)
      written.push(
        html`<p class="part">${[writer.labels.parameters, place].filter(Boolean).join(' · ')}</p>
          <ul class="fields">
            ${fields}
          </ul>`,
      );
    fields = [];
  };
  for (const node of nodes) {
    const part = node.object === 'block' ? methodPart(node) : undefined;
    if (part?.kind === 'parameter') fields.push(parameter(part, node as Block, writer));
    else {
      flush();
      written.push(part ? partOf(part, node as Block, writer) : writer.blocks([node]));
    }
  }
  flush();
  return join(written);
}

function partOf(part: MethodPart, block: Block, writer: DocumentWriter): Html {
  if (part.kind === 'method') return writer.blocks([block]);
  if (part.kind === 'response')
    return html`<details open>
      <summary><code>${part.status}</code> ${part.description}</summary>
      ${parts(block.nodes ?? [], writer)}
    </details>`;
  return parts(block.nodes ?? [], writer, part.kind === 'parameters' ? part.place : '');
}

function parameter(part: Extract<MethodPart, { kind: 'parameter' }>, { nodes }: Block, writer: DocumentWriter): Html {
  const facts = [part.type, part.place, part.isRequired ? writer.labels.required : ''].filter(Boolean);
  return html`<li><code>${part.name}</code> <small>${facts.join(' · ')}</small> ${writer.blocks(nodes)}</li>`;
}

/** A part outside of a method. */
const alone: BlockWriter = (block, writer) => parts([block], writer);

/** Blocks of earlier dialects that describe APIs. */
export const methodBlocks: Record<string, BlockWriter> = {
  'swagger-method': method,
  'swagger-description': alone,
  'swagger-parameter': alone,
  'swagger-response': alone,
  'api-method': method,
  'api-method-summary': alone,
  'api-method-description': alone,
  'api-method-spec': alone,
  'api-method-request': alone,
  'api-method-path-parameters': alone,
  'api-method-query-parameters': alone,
  'api-method-body-parameters': alone,
  'api-method-form-data-parameters': alone,
  'api-method-headers': alone,
  'api-method-parameter': alone,
  'api-method-response': alone,
  'api-method-response-example': alone,
  'api-method-response-example-description': alone,
};
