import { readFileSync } from 'node:fs';
import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';

/** A schema of OpenAPI 3.0 or 3.1, or of JSON Schema. */
type Schema = Record<string, unknown>;

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** The OpenAPI document in a package of the client of the public API. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schema };
}

/** The client whose operations the platform has, and the newest: it has more of them, and of those it shares less must hold. */
const packages = { '0.146.0': '@gitbook/api', '0.202.0': 'gitbook-api-newest' } as const;
type ClientVersion = keyof typeof packages;

/** An operation of the public API: its id, and its method and path. */
interface OfficialOperation {
  id: string;
  route: string;
}

const documents = new Map<ClientVersion, Document>();
const validators = new Map<ClientVersion, Ajv>();

/** A method and a path without the names of its parameters, for paths of OpenAPI and of contracts. */
export const routeOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{\w+\}|:\w+/g, '{}').replace(/(.)\/$/, '$1')}`;

/** The operations that a version of the client of the public API knows. */
export const officialOperations = (version: ClientVersion): OfficialOperation[] =>
  operationsOf(version).map(({ id, route }) => ({ id, route }));

/**
 * The differences between the body of a successful answer and the types of the public API's client; empty when there are none, and
 * for operations that it does not know by that name or that answer no JSON. Operations of the newest client alone are checked by it.
 */
export function officialErrors(name: string, body: unknown): string[] {
  const versions = Object.keys(packages) as ClientVersion[];
  const version = versions.find((one) => operationsOf(one).some(({ id }) => id === name));
  if (!version || !schemaOf(version, name)) return [];
  return errorsOf(version, name, body).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

const schemaOf = (version: ClientVersion, name: string) => operationsOf(version).find(({ id }) => id === name)?.schema;

function errorsOf(version: ClientVersion, name: string, body: unknown): ErrorObject[] {
  const validate = validatorOf(version).getSchema(`${version}#/answers/${name}`)!;
  return validate(body) ? [] : (validate.errors ?? []);
}

const known = new Map<ClientVersion, (OfficialOperation & { schema: Schema | undefined })[]>();

function operationsOf(version: ClientVersion) {
  let found = known.get(version);
  if (!found) known.set(version, (found = readOperations(documentOf(version))));
  return found;
}

const readOperations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, responses }]) =>
      operationId ? [{ id: operationId, route: routeOf(method, path), schema: schemaOfSuccess(responses) }] : [],
    ),
  );

function documentOf(version: ClientVersion): Document {
  let document = documents.get(version);
  if (!document) {
    const file = require.resolve(`${packages[version]}/spec/openapi.json`);
    documents.set(version, (document = JSON.parse(readFileSync(file, 'utf8')) as Document));
  }
  return document;
}

function schemaOfSuccess(responses: Operation['responses']): Schema | undefined {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2') && status < '204') ?? [];
  return response?.content?.['application/json']?.schema;
}

/** All schemas of a version in one, so that what many of them hold is compiled once, and only when it is first asked for. */
function validatorOf(version: ClientVersion): Ajv {
  let validator = validators.get(version);
  if (validator) return validator;
  const answers = Object.fromEntries(operationsOf(version).flatMap(({ id, schema }) => (schema ? [[id, schema]] : [])));
  const schemas = withNewerObjects(asJsonSchema(documentOf(version).components.schemas) as Schemas);
  // The client's type says `object`, and means that of TypeScript, which a list is: every version of the client's renderer goes
  // through the files with the methods of a list. JSON Schema's `object` is no list.
  schemas.OpenAPISpecContent.properties.filesystem = { type: 'array' };
  validator = new Ajv({ strict: false, logger: false });
  addFormats(validator);
  validator.addSchema({ answers: asJsonSchema(answers), components: { schemas } }, version);
  validators.set(version, validator);
  return validator;
}

type Schemas = Record<string, Schema> & { OpenAPISpecContent: { properties: Schema } };

/** Objects that the newest client alone knows, by those beside which they stand: they are read as it reads them. */
const newerObjects = { SiteSectionGroup: 'SiteExternalLink', FetchEvent: 'TaskEvent' };

/** The schemas with those objects, and what these are made of, wherever one of several may stand. */
function withNewerObjects(schemas: Schemas): Schemas {
  const newest = asJsonSchema(documentOf('0.202.0').components.schemas) as Schemas;
  const beside = new Map(Object.entries(newerObjects).map(([known, newer]) => [refTo(known), newer]));
  const extend = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) extend(inner);
    const { anyOf } = value as { anyOf?: { $ref?: string }[] };
    for (const { $ref } of [...(anyOf ?? [])]) {
      const newer = beside.get($ref ?? '');
      if (newer && !anyOf!.some((one) => one.$ref === refTo(newer))) anyOf!.push({ $ref: refTo(newer) });
    }
  };
  extend(schemas);
  return { ...newest, ...schemas };
}

const refTo = (schema: string): string => `#/components/schemas/${schema}`;

/**
 * Schemas of OpenAPI 3.0 as JSON Schema: `nullable` is an alternative. `oneOf` holds where several alternatives fit, as those
 * of the public API overlap (a comment's body may be empty, or Markdown), and no object is closed: the body of a page may be
 * empty, which is an object without properties, and is in one object with the other properties of the page.
 */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, oneOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)]),
  ) as Schema;
  if (rest.additionalProperties === false) delete rest.additionalProperties;
  const schema = oneOf === undefined ? rest : { ...rest, anyOf: oneOf };
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
