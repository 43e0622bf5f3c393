import type { ApiBody, ApiOperation, ApiParameter, ApiResponse, ApiSchema } from '@bindery/contracts';
import { parseMarkdown, type Block } from '@bindery/documents';
import { attributes, html, Html, join, nothing } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { relOf } from './inlines';
import { refIn, textIn } from './references';

const methods = /^(get|put|post|delete|options|head|patch|trace|query)$/i;

const operation =
  (kind: ApiOperation['kind']): BlockWriter =>
  (block, writer) => {
    const method = methods.exec(textIn(block.data.method))?.[0].toLowerCase() ?? '';
    const name = textIn(block.data.path) || textIn(block.data.name);
    const ref = refIn(block.data.ref);
    const found = ref?.kind === 'openapi' ? writer.references.operation(ref.spec, { kind, name, method }) : undefined;
    const line = html`<p class="title">
      ${method ? html`<b class="method">${method.toUpperCase()}</b> ` : undefined}<code
        >${found?.server ? html`<span class="server">${found.server}</span>` : undefined}${name}</code
      >
    </p>`;
    const call = `${method.toUpperCase()} ${name}`.trim();
    const content = found ? join([titleOf(block, found, call, writer), line, detailsOf(found, writer)]) : line;
    return section(block, writer, content, call || writer.labels.api);
  };

const schemas: BlockWriter = (block, writer) => {
  const names = Array.isArray(block.data.schemas) ? (block.data.schemas as unknown[]).map(textIn) : [];
  const ref = refIn(block.data.ref);
  const models = names.map((name) => {
    const model = ref?.kind === 'openapi' ? writer.references.schema(ref.spec, name) : undefined;
    if (!model) return html`<li><code>${name}</code></li>`;
    return html`<li>
      <details${attributes({ open: names.length === 1 })}>
        <summary><code>${name}</code> <small>${model.type}</small></summary>
        ${described(model.description, writer)}${valuesOf(model, writer)}${fieldList(model.fields, writer)}
      </details>
    </li>`;
  });
  const title = html`<p class="title">${textIn(block.data.title) || writer.labels.schemas}</p>`;
  return section(
    block,
    writer,
    html`${title}
      <ul class="fields">
        ${models}
      </ul>`,
    writer.labels.api,
  );
};

/** An interface on the page, with where the whole of its description is. */
function section(block: Block, writer: DocumentWriter, content: Html, label: string): Html {
  const ref = refIn(block.data.ref);
  const href = ref && writer.references.href(ref);
  const name = ref?.kind === 'openapi' ? ref.spec : (ref && writer.references.title(ref)) || href;
  const source = href ? html`<a${attributes({ href, rel: relOf(href) })}>${name}</a>` : html`<span>${name}</span>`;
  return html`<section${attributes({ class: 'api', id: writer.idOf(block), 'aria-label': label })}>
    ${content}${name ? html`<p><small>${source}</small></p>` : undefined}
  </section>`;
}

/** A heading with the anchor of the operation. */
function titleOf(block: Block, { summary, deprecated }: ApiOperation, call: string, writer: DocumentWriter): Html {
  const name = `h${writer.headingLevel(2)}`;
  const start = new Html(`<${name}${attributes({ id: writer.idOf(block) }).markup}>`);
  const mark = deprecated ? html` <small class="deprecated">${writer.labels.deprecated}</small>` : undefined;
  return html`${start}${summary ?? call}${mark}${new Html(`</${name}>`)}`;
}

function detailsOf(found: ApiOperation, writer: DocumentWriter): Html {
  const { labels } = writer;
  return join([
    described(found.description, writer),
    found.security.length > 0
      ? html`<p>
          ${labels.authorization}: ${found.security.map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}
        </p>`
      : undefined,
    found.parameters.length > 0
      ? part(
          labels.parameters,
          html`<ul class="fields">
            ${found.parameters.map((one) => field(one, writer, one.in))}
          </ul>`,
        )
      : undefined,
    found.body && part(labels.requestBody, bodyOf(found.body, writer)),
    found.responses.length > 0
      ? part(labels.responses, join(found.responses.map((one) => responseOf(one, writer))))
      : undefined,
  ]);
}

const part = (title: string, content: Html): Html =>
  html`<p class="part">${title}</p>
    ${content}`;

function bodyOf({ contentType, schema }: ApiBody, writer: DocumentWriter): Html {
  const required = schema.required ? html` · ${writer.labels.required}` : undefined;
  return html`<p>
      <small><code>${contentType}</code> · ${schema.type}${required}</small>
    </p>
    ${described(schema.description, writer)}${valuesOf(schema, writer)}${fieldList(schema.fields, writer)}`;
}

function responseOf({ status, description, body }: ApiResponse, writer: DocumentWriter): Html {
  // The first words stand in the line that is always shown.
  return html`<details>
    <summary><code>${status}</code> ${description?.split('\n')[0]}</summary>
    ${description?.includes('\n') ? described(description, writer) : undefined} ${body && bodyOf(body, writer)}
  </details>`;
}

const fieldList = (fields: readonly ApiSchema[] | undefined, writer: DocumentWriter): Html =>
  fields && fields.length > 0
    ? html`<ul class="fields">
        ${fields.map((one) => field(one, writer))}
      </ul>`
    : nothing;

function field(schema: ApiSchema, writer: DocumentWriter, place?: ApiParameter['in']): Html {
  const { labels } = writer;
  const facts = [
    schema.type,
    place,
    schema.required && labels.required,
    schema.deprecated && labels.deprecated,
    schema.default !== undefined && `${labels.default}: ${schema.default}`,
  ].filter((fact) => typeof fact === 'string');
  return html`<li>
    <code>${schema.name}</code> <small>${facts.join(' · ')}</small>
    ${described(schema.description, writer)}${valuesOf(schema, writer)}${fieldList(schema.fields, writer)}
  </li>`;
}

const valuesOf = ({ values }: ApiSchema, { labels }: DocumentWriter): Html =>
  values
    ? html`<p>
        <small>${labels.values}: ${values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}</small>
      </p>`
    : nothing;

/** Descriptions are Markdown (OpenAPI 3.1, section 4.3), without headings: these belong to the page. */
function described(text: string | undefined, writer: DocumentWriter): Html {
  if (!text) return nothing;
  const nodes = parseMarkdown(text).nodes.map((node) =>
    node.type.startsWith('heading-') ? { ...node, type: 'paragraph' } : node,
  );
  return writer.blocks(nodes);
}

/** Blocks that show interfaces. */
export const apiBlocks: Record<string, BlockWriter> = {
  swagger: operation('path'),
  'openapi-operation': operation('path'),
  'openapi-webhook': operation('webhook'),
  'openapi-schemas': schemas,
};
