import type { ApiBody, ApiOperation, ApiResponse, ApiScheme, ApiSchema, ApiServer } from '@bindery/contracts';
import { parseMarkdown, type Block, type Text } from '@bindery/documents';
import { slugOf } from '@bindery/git-sync';
import { cut } from '../../storage/well-formed';
import { describeModel, describeOperation } from './describe-operation';
import type { Specification } from './specification';

/** The maximum of characters about one parameter, property or response. */
const longestAbout = 2_000;

type OperationName = Pick<ApiOperation, 'kind' | 'name' | 'method'>;

/** An operation in words: a heading with its anchor, its method and path, its description, parameters and responses. */
export function operationNodes(specification: Specification, called: OperationName, anchor: string): Block[] {
  return describedOperation(called, describeOperation(specification, called), anchor);
}

/** The same for an operation that is already described; for a missing one only its method and path. */
export function describedOperation(
  { kind, name, method }: OperationName,
  described: ApiOperation | undefined,
  anchor?: string,
): Block[] {
  const call = `${method.toUpperCase()} ${name}`;
  return [
    heading(described?.summary ?? call, anchor),
    paragraph([kind === 'path' ? call : `Webhook ${call}`, 'code']),
    ...(described ? detailsOf(described) : []),
  ];
}

function detailsOf(operation: ApiOperation): Block[] {
  const { deprecated, description, server, servers = [], parameters, body, responses } = operation;
  return [
    ...(deprecated ? [paragraph(['Deprecated', 'bold'])] : []),
    ...prose(description),
    ...(server && servers.length === 0 ? [paragraph(['Server', 'bold'], [`: ${server}`])] : []),
    ...part('Servers', servers.map(serverItem)),
    ...securityNodes(operation),
    ...part('Parameters', parameters.map(itemOf)),
    ...(body ? bodyNodes(body) : []),
    ...(responses.length > 0
      ? [paragraph(['Responses', 'bold']), block('list-unordered', responses.map(responseItem))]
      : []),
  ];
}

const serverItem = ({ url, description, variables = [] }: ApiServer): Item => ({
  name: url,
  about: description,
  fields: variables,
});

function securityNodes({ security, isSecurityOptional, schemes = [] }: ApiOperation): Block[] {
  if (security.length === 0) return [];
  const names = [...security, ...(isSecurityOptional ? ['or none'] : [])].join(', ');
  const items = schemes
    .filter(({ how, scopes, urls, description }) => how || scopes || urls || description)
    .map(schemeItem);
  return [paragraph(['Authorization', 'bold'], [`: ${names}`]), ...(items.length > 0 ? [list(items)] : [])];
}

const schemeItem = ({ name, how, description, scopes = [], urls = [] }: ApiScheme): Item => ({
  name,
  facts: [...(how ? [how] : []), ...(scopes.length > 0 ? [`scopes ${scopes.join(', ')}`] : [])],
  about: description,
  fields: urls.map(({ name: what, url }) => ({ name: what, type: url })),
});

function bodyNodes(body: ApiBody): Block[] {
  return [body, ...(body.others ?? [])].flatMap((one) => [
    paragraph(['Body', 'bold'], [` (${mediaFacts(one).join(', ')})`]),
    ...prose(one.schema.description),
    ...inBody(one),
  ]);
}

/** The properties of a body, and its examples. */
const inBody = ({ schema, examples = [] }: ApiBody): Block[] => [
  ...(schema.fields && schema.fields.length > 0 ? [list(schema.fields.map(itemOf))] : []),
  ...examples.flatMap(({ name, description, text }) => [
    paragraph([name ? `Example: ${name}` : 'Example', 'bold']),
    ...prose(description),
    code(text),
  ]),
];

function mediaFacts({ contentType, alsoAs = [], schema }: ApiBody): string[] {
  return [[contentType, ...alsoAs].join(' or '), ...factsOf(schema)];
}

function responseItem({ status, description, headers = [], body }: ApiResponse): Block {
  const said = description && `: ${oneLine(description)}`;
  const bodies = body ? [body, ...(body.others ?? [])] : [];
  return block('list-item', [
    paragraph([status, 'code'], ...(said ? [[said] as [string]] : [])),
    ...(headers.length > 0 ? [paragraph(['Headers', 'bold']), list(headers.map(itemOf))] : []),
    ...bodies.flatMap((one) => [paragraph([mediaFacts(one).join(', ')]), ...inBody(one)]),
  ]);
}

/** A model in words: a heading, its type and its properties. */
export function modelNodes(specification: Specification, name: string): Block[] {
  return describedModel(name, describeModel(specification, name));
}

/** The same for a model that is already described. */
export function describedModel(name: string, model: ApiSchema | undefined): Block[] {
  const [, ...facts] = model ? factsOf(model) : [];
  // The type of an object under another name, or of a value that is no object.
  const described = [...(model && model.type !== name ? [model.type] : []), ...facts];
  return [
    heading(name, slugOf(name)),
    ...(described.length > 0 ? [paragraph([described.join(', '), 'code'])] : []),
    ...prose(model?.description),
    ...part('Properties', (model?.fields ?? []).map(itemOf)),
  ];
}

interface Item {
  name: string;
  /** Its type, its location, and other short facts. */
  facts?: readonly string[];
  about?: string | undefined;
  fields?: readonly ApiSchema[] | undefined;
}

function itemOf(schema: ApiSchema & { in?: string }): Item {
  const { name = '', description: about, fields } = schema;
  return { name, facts: factsOf(schema), about, fields };
}

/** The type of a value, and other short facts about it. */
function factsOf(schema: ApiSchema & { in?: string }): string[] {
  const { type, required, deprecated, readOnly, writeOnly, values, examples, limits = [] } = schema;
  return [
    type,
    schema.in,
    required && 'required',
    deprecated && 'deprecated',
    readOnly && 'read-only',
    writeOnly && 'write-only',
    schema.default !== undefined && `default ${schema.default}`,
    values && `one of ${values.join(', ')}`,
    ...limits,
    examples && `for example ${examples.join(', ')}`,
  ].filter((fact): fact is string => typeof fact === 'string');
}

function prose(description: string | undefined): Block[] {
  return description === undefined ? [] : parseMarkdown(description).nodes;
}

function part(title: string, items: readonly Item[]): Block[] {
  return items.length === 0 ? [] : [paragraph([title, 'bold']), list(items)];
}

const list = (items: readonly Item[]): Block => block('list-unordered', items.map(listItem));

function listItem({ name, facts = [], about, fields = [] }: Item): Block {
  const said = about && `: ${oneLine(about)}`;
  const rest = `${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${said ?? ''}`;
  const line = paragraph([name, 'code'], ...(rest ? [[rest] as [string]] : []));
  return block('list-item', fields.length > 0 ? [line, list(fields.map(itemOf))] : [line]);
}

const oneLine = (text: string): string => cut(text, longestAbout).replace(/\s+/g, ' ').trim();

const heading = (title: string, id: string | undefined): Block => ({
  ...block('heading-2', [line([cut(title, 250).replace(/\s+/g, ' ')])]),
  ...(id !== undefined && { meta: { id } }),
});

const code = (text: string): Block =>
  block(
    'code',
    text.split('\n').map((row) => block('code-line', [line([row])])),
  );

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
