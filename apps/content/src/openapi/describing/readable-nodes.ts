import type { ApiBody, ApiOperation, ApiSchema } from '@bindery/contracts';
import { parseMarkdown, type Block, type Text } from '@bindery/documents';
import { slugOf } from '@bindery/git-sync';
import { cut } from '../../imports/well-formed';
import { describeModel, describeOperation } from './describe-operation';
import type { Specification } from './specification';

/** Characters of what is told of one parameter, property or answer. */
const longestAbout = 2_000;

type Called = Pick<ApiOperation, 'kind' | 'name' | 'method'>;

/** An operation in words: a heading with its anchor, how it is called, what it does, takes and answers. */
export function operationNodes(specification: Specification, { kind, name, method }: Called, anchor: string): Block[] {
  const call = `${method.toUpperCase()} ${name}`;
  const told = describeOperation(specification, { kind, name, method });
  return [
    heading(told?.summary ?? call, anchor),
    paragraph([kind === 'path' ? call : `Webhook ${call}`, 'code']),
    ...(told ? detailsOf(told) : []),
  ];
}

function detailsOf({ deprecated, description, security, parameters, body, responses }: ApiOperation): Block[] {
  const answers = responses.map(({ status, description: about, body: answer }) => ({
    name: status,
    about,
    fields: answer?.schema.fields,
  }));
  return [
    ...(deprecated ? [paragraph(['Deprecated', 'bold'])] : []),
    ...prose(description),
    ...(security.length > 0 ? [paragraph(['Authorization', 'bold'], [`: ${security.join(', ')}`])] : []),
    ...part('Parameters', parameters.map(itemOf)),
    ...(body ? bodyNodes(body) : []),
    ...part('Responses', answers),
  ];
}

function bodyNodes({ schema }: ApiBody): Block[] {
  return [...prose(schema.description), ...part('Body', (schema.fields ?? []).map(itemOf))];
}

/** A model in words: a heading, its type and what its properties are. */
export function modelNodes(specification: Specification, name: string): Block[] {
  const model = describeModel(specification, name);
  return [
    heading(name, slugOf(name)),
    // What an object calls itself, or what is no object.
    ...(model && model.type !== name ? [paragraph([model.type, 'code'])] : []),
    ...prose(model?.description),
    ...part('Properties', (model?.fields ?? []).map(itemOf)),
  ];
}

interface Item {
  name: string;
  /** Its type, where it stands, and what else is to be known in a word. */
  facts?: readonly string[];
  about?: string | undefined;
  fields?: readonly ApiSchema[] | undefined;
}

function itemOf(schema: ApiSchema & { in?: string }): Item {
  const { name = '', type, required, deprecated, values, description: about, fields } = schema;
  const facts = [
    type,
    schema.in,
    required && 'required',
    deprecated && 'deprecated',
    schema.default !== undefined && `default ${schema.default}`,
    values && `one of ${values.join(', ')}`,
  ].filter((fact) => typeof fact === 'string');
  return { name, facts, about, fields };
}

function prose(description: string | undefined): Block[] {
  return description === undefined ? [] : parseMarkdown(description).nodes;
}

function part(title: string, items: readonly Item[]): Block[] {
  return items.length === 0 ? [] : [paragraph([title, 'bold']), list(items)];
}

const list = (items: readonly Item[]): Block => block('list-unordered', items.map(listItem));

function listItem({ name, facts = [], about, fields = [] }: Item): Block {
  const said = about && `: ${cut(about, longestAbout).replace(/\s+/g, ' ').trim()}`;
  const rest = `${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${said ?? ''}`;
  const line = paragraph([name, 'code'], ...(rest ? [[rest] as [string]] : []));
  return block('list-item', fields.length > 0 ? [line, list(fields.map(itemOf))] : [line]);
}

const heading = (title: string, id: string): Block => ({
  ...block('heading-2', [line([cut(title, 250).replace(/\s+/g, ' ')])]),
  meta: { id },
});

const paragraph = (...runs: Parameters<typeof line>): Block => block('paragraph', [line(...runs)]);

const block = (type: string, nodes: NonNullable<Block['nodes']>): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data: {},
  nodes,
});

const line = (...runs: [text: string, mark?: 'code' | 'bold'][]): Text => ({
  object: 'text',
  leaves: runs.map(([text, mark]) => ({
    object: 'leaf',
    text,
    marks: mark ? [{ object: 'mark', type: mark }] : [],
  })),
});
