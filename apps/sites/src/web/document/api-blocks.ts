import type { ApiBody, ApiExample, ApiOperation, ApiParameter, ApiResponse, ApiSchema } from '@bindery/contracts';
import { parseMarkdown, type Block } from '@bindery/documents';
import { attributes, html, Html, join, nothing } from '@bindery/html';
import { requestExample } from './api-request';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { methodBadge } from './method-badge';
import { linkAttributes, refIn, textIn } from './references';

const methods = /^(get|put|post|delete|options|head|patch|trace|query)$/i;

const operation =
  (kind: ApiOperation['kind']): BlockWriter =>
  (block, writer) => {
    const method = methods.exec(textIn(block.data.method))?.[0].toLowerCase() ?? '';
    const name = textIn(block.data.path) || textIn(block.data.name);
    const ref = refIn(block.data.ref);
    const found = ref?.kind === 'openapi' ? writer.references.operation(ref.spec, { kind, name, method }) : undefined;
    const line = html`<p class="title">
      ${method ? html`${methodBadge(method)} ` : undefined}<code
        >${found?.server ? html`<span class="server">${found.server}</span>` : undefined}${name}</code
      >
    </p>`;
    const call = `${method.toUpperCase()} ${name}`.trim();
    const content = found ? join([titleOf(block, found, call, writer), line, detailsOf(found, writer)]) : line;
    return section(block, writer, content, { label: call || writer.labels.api, isKnown: found !== undefined });
  };

const schemas: BlockWriter = (block, writer) => {
  const names = Array.isArray(block.data.schemas) ? (block.data.schemas as unknown[]).map(textIn) : [];
  const ref = refIn(block.data.ref);
  const known = names.map((name) => (ref?.kind === 'openapi' ? writer.references.schema(ref.spec, name) : undefined));
  const models = names.map((name, index) => {
    const model = known[index];
    if (!model) return html`<li><code>${name}</code></li>`;
    return html`<li>
      <details${attributes({ open: names.length === 1 })}>
        <summary><code>${name}</code> <small>${model.type}</small></summary>
        ${described(model.description, writer)}${restOf(model, writer)}${fieldList(model.fields, writer)}
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
    { label: writer.labels.api, isKnown: known.every((model) => model !== undefined) },
  );
};

interface SectionOptions {
  label: string;
  /** Whether the page describes all of the block. */
  isKnown: boolean;
}

/** An API block on the page, with a link to its complete description, or the name of the one that is missing. */
function section(block: Block, writer: DocumentWriter, content: Html, { label, isKnown }: SectionOptions): Html {
  const ref = refIn(block.data.ref);
  const href = ref && writer.references.href(ref);
  const name = ref?.kind === 'openapi' ? ref.spec : (ref && writer.references.title(ref)) || href;
  const source = href
    ? html`<a${attributes(linkAttributes(href, writer.references))}>${name}</a>`
    : html`<span>${name}</span>`;
  const isNoted = name && (href !== undefined || !isKnown);
  return html`<section${attributes({ class: 'api', id: writer.idOf(block), 'aria-label': label })}>
    ${content}${isNoted ? html`<p><small>${source}</small></p>` : undefined}
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
    found.servers &&
      part(
        labels.servers,
        html`<ul class="fields">
          ${found.servers.map(({ url, description, variables }) => named(url, [], description, variables, writer))}
        </ul>`,
      ),
    securityOf(found, writer),
    found.parameters.length > 0 ? part(labels.parameters, fieldList(found.parameters, writer)) : undefined,
    found.body && part(labels.requestBody, bodiesOf(found.body, writer)),
    calledBy(found, writer),
    found.responses.length > 0
      ? part(labels.responses, join(found.responses.map((one) => responseOf(one, writer))))
      : undefined,
  ]);
}

/** The call in a shell, as a block of code that the reader can copy. */
function calledBy(found: ApiOperation, writer: DocumentWriter): Html {
  const call = requestExample(found);
  if (call === undefined) return nothing;
  const lines = call.split('\n').map((text): Block => ({
    object: 'block',
    type: 'code-line',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  }));
  const code: Block = {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: { syntax: 'bash', title: 'cURL' },
    nodes: lines,
  };
  return writer.blocks([code]);
}

/** One of the alternatives of authentication is needed. Each is described once: the location of a key, the scopes it needs. */
function securityOf({ security, isSecurityOptional, schemes = [] }: ApiOperation, writer: DocumentWriter): Html {
  const { labels } = writer;
  if (security.length === 0) return nothing;
  const told = schemes.filter(({ how, description, scopes, urls }) => how || description || scopes || urls);
  const isEachTold = security.every((name) => told.some((scheme) => scheme.name === name));
  const names = html`<p>${security.map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}</p>`;
  const schemeList = html`<ul class="fields">
    ${told.map(({ name, how, description, scopes, urls }) =>
      named(
        name,
        [how, scopes && `${labels.scopes}: ${scopes.join(', ')}`],
        description,
        urls?.map((one) => ({ name: one.name, type: one.url })),
        writer,
      ),
    )}
  </ul>`;
  return part(
    isSecurityOptional ? `${labels.authorization} (${labels.optional})` : labels.authorization,
    join([isEachTold ? nothing : names, told.length > 0 ? schemeList : nothing]),
  );
}

const part = (title: string, content: Html): Html =>
  html`<p class="part">${title}</p>
    ${content}`;

const bodiesOf = (body: ApiBody, writer: DocumentWriter): Html =>
  join([body, ...(body.others ?? [])].map((one) => bodyOf(one, writer)));

function bodyOf({ contentType, alsoAs = [], schema, examples = [] }: ApiBody, writer: DocumentWriter): Html {
  const required = schema.required ? html` · ${writer.labels.required}` : undefined;
  const types = [contentType, ...alsoAs].map((type, at) => html`${at > 0 && ', '}<code>${type}</code>`);
  return html`<p>
      <small>${types} · ${schema.type}${required}</small>
    </p>
    ${described(schema.description, writer)}${restOf(schema, writer)}${fieldList(schema.fields, writer)}${examples.map(
      (one) => exampleOf(one, writer),
    )}`;
}

const exampleOf = ({ name, description, text }: ApiExample, writer: DocumentWriter): Html =>
  html`<details>
    <summary>${writer.labels.example}${name ? html`: ${name}` : undefined}</summary>
    ${described(description, writer)}
    <pre><code>${text}</code></pre>
  </details>`;

function responseOf({ status, description, headers, body }: ApiResponse, writer: DocumentWriter): Html {
  // The first words are in the summary line, which is always visible.
  return html`<details>
    <summary><code>${status}</code> ${description?.split('\n')[0]}</summary>
    ${description?.includes('\n') ? described(description, writer) : undefined}
    ${headers && part(writer.labels.headers, fieldList(headers, writer))} ${body && bodiesOf(body, writer)}
  </details>`;
}

const fieldList = (fields: readonly (ApiSchema | ApiParameter)[] | undefined, writer: DocumentWriter): Html =>
  fields && fields.length > 0
    ? html`<ul class="fields">
        ${fields.map((one) => field(one, writer))}
      </ul>`
    : nothing;

function field(schema: ApiSchema | ApiParameter, writer: DocumentWriter): Html {
  const { labels } = writer;
  const facts = [
    schema.type,
    'in' in schema && schema.in,
    schema.required && labels.required,
    schema.deprecated && labels.deprecated,
    schema.readOnly && labels.readOnly,
    schema.writeOnly && labels.writeOnly,
    schema.default !== undefined && `${labels.default}: ${schema.default}`,
  ];
  return html`<li>
    ${lineOf(schema.name, facts)}
    ${described(schema.description, writer)}${restOf(schema, writer)}${fieldList(schema.fields, writer)}
  </li>`;
}

/** An item with a name, facts, and parts, but without a schema of its own. */
const named = (
  name: string,
  facts: readonly unknown[],
  description: string | undefined,
  parts: readonly ApiSchema[] | undefined,
  writer: DocumentWriter,
): Html => html`<li>${lineOf(name, facts)} ${described(description, writer)}${fieldList(parts, writer)}</li>`;

function lineOf(name: string | undefined, facts: readonly unknown[]): Html {
  const told = facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  return html`<code>${name}</code>${told.length > 0 ? html` <small>${told.join(' · ')}</small>` : undefined}`;
}

/** The allowed values, limits, and examples. */
function restOf(schema: ApiSchema, writer: DocumentWriter): Html {
  const { values, limits, examples } = schema;
  const { labels } = writer;
  return join([
    valuesIn(labels.values, values),
    limits &&
      html`<p>
        <small>${limits.map((limit, at) => html`${at > 0 && ', '}<code>${limit}</code>`)}</small>
      </p>`,
    valuesIn(labels.example, examples),
  ]);
}

const valuesIn = (label: string, values: readonly string[] | undefined): Html =>
  values
    ? html`<p>
        <small>${label}: ${values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`)}</small>
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

/** Writers of API blocks. */
export const apiBlocks: Record<string, BlockWriter> = {
  swagger: operation('path'),
  'openapi-operation': operation('path'),
  'openapi-webhook': operation('webhook'),
  'openapi-schemas': schemas,
};
