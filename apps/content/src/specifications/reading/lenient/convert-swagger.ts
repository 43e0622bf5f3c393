import type { SpecificationFile } from '../gather-files';
import { asText, isObject, objectOf, textOf, type JsonObject } from '../json';
import type { MendContext } from './mending';

const json = 'application/json';
const forms = ['multipart/form-data', 'application/x-www-form-urlencoded'];

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** Moves the root fields of a Swagger 2.0 specification to their positions in OpenAPI 3. */
export function convertSwaggerRoot(mending: MendContext, home: SpecificationFile): void {
  const { host, basePath, schemes, consumes, produces, ...root } = mending.root;
  const { definitions, parameters, responses, securityDefinitions, ...rest } = root;
  mending.consumes = textsOf(consumes);
  mending.produces = textsOf(produces);
  const named = Object.entries(objectOf(parameters));
  const isBody = ([, parameter]: [string, unknown]) => /^(body|formData)$/i.test(asText(objectOf(parameter).in));
  mending.bodyParameters = Object.fromEntries(named.filter(isBody));
  const components = {
    ...(definitions !== undefined && { schemas: definitions }),
    ...(responses !== undefined && { responses }),
    ...(named.length > 0 && { parameters: Object.fromEntries(named.filter((one) => !isBody(one))) }),
    ...(securityDefinitions !== undefined && { securitySchemes: schemesOf(securityDefinitions) }),
  };
  const servers = serversOf(textOf(host), textOf(basePath), textsOf(schemes));
  home.specification = {
    ...rest,
    ...(servers.length > 0 && { servers }),
    ...(Object.keys(components).length > 0 && { components: { ...objectOf(root.components), ...components } }),
  };
}

function serversOf(host: string | undefined, path = '', schemes: readonly string[]): JsonObject[] {
  if (host === undefined) return path ? [{ url: path }] : [];
  const base = path && !path.startsWith('/') ? `/${path}` : path;
  return (schemes.length > 0 ? schemes : ['http']).map((scheme) => ({ url: `${scheme}://${host}${base}` }));
}

const flows: Record<string, string> = { application: 'clientCredentials', accessCode: 'authorizationCode' };

function schemesOf(definitions: unknown): unknown {
  if (!isObject(definitions)) return definitions;
  return Object.fromEntries(
    Object.entries(definitions).map(([name, given]) => {
      if (!isObject(given)) return [name, given];
      if (given.type === 'basic') return [name, { ...given, type: 'http', scheme: 'basic' }];
      if (given.type !== 'oauth2' || given.flows !== undefined) return [name, given];
      const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = given;
      const urls = {
        ...(authorizationUrl !== undefined && { authorizationUrl }),
        ...(tokenUrl !== undefined && { tokenUrl }),
      };
      const called = typeof flow === 'string' ? flow : 'implicit';
      return [name, { ...rest, flows: { [flows[called] ?? called]: { ...urls, scopes: objectOf(scopes) } } }];
    }),
  );
}

/** Converts body and form parameters to a request body. Those of the operation take precedence over those of its path. */
export function bodyFrom(parameters: readonly JsonObject[], operation: JsonObject, mending: MendContext): JsonObject {
  const consumes = textsOf(operation.consumes ?? mending.consumes);
  const whole = parameters.find(({ in: place }) => asText(place).toLowerCase() === 'body');
  const required = (one: JsonObject) => one.required === true || one.required === 'true';
  if (whole) {
    const { name: _name, in: _in, required: _required, description, schema, ...rest } = whole;
    const { 'x-example': example, 'x-examples': examples, ...more } = rest;
    const own = schema ?? (more.type === undefined ? {} : { ...more });
    const types = consumes.length > 0 ? consumes : [json];
    return {
      ...(description !== undefined && { description }),
      content: Object.fromEntries(
        types.map((type) => [type, { schema: own, ...exampleOf(example ?? examples, type) }]),
      ),
      ...(required(whole) && { required: true }),
    };
  }
  const properties: JsonObject = {};
  for (const parameter of parameters) {
    const { name, in: _in, required: _required, schema, description, collectionFormat: _format, ...rest } = parameter;
    const own = { ...objectOf(schema), ...rest };
    properties[asText(name)] = { ...own, ...(description !== undefined && { description }) };
  }
  const names = parameters.filter(required).map(({ name }) => asText(name));
  const schema = { type: 'object', properties, ...(names.length > 0 && { required: names }) };
  const given = consumes.filter((type) => forms.includes(type));
  const hasFile = parameters.some(({ type }) => type === 'file');
  const types = given.length > 0 ? given : [hasFile ? forms[0]! : forms[1]!];
  return {
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
    ...(names.length > 0 && { required: true }),
  };
}

const exampleOf = (example: unknown, type: string): JsonObject => {
  if (example === undefined) return {};
  const ofType = isObject(example) && Object.hasOwn(example, type) ? example[type] : example;
  return { example: ofType };
};

/** Moves the schema and the examples of a response to its content types. */
export function convertResponse(response: JsonObject, produces: readonly string[], mending: MendContext): void {
  const { schema, examples } = response;
  if (schema === undefined && !isObject(examples)) return;
  const types = produces.length > 0 ? produces : mending.produces.length > 0 ? mending.produces : [json];
  const content: JsonObject = { ...objectOf(response.content) };
  if (schema !== undefined) for (const type of types) content[type] ??= { schema };
  for (const [name, value] of Object.entries(objectOf(examples))) {
    const type = name.includes('/') ? name : types[0]!;
    const media = { ...objectOf(content[type] ?? (schema === undefined ? {} : { schema })) };
    content[type] = name.includes('/')
      ? { ...media, example: value }
      : { ...media, examples: { ...objectOf(media.examples), [name]: { value } } };
  }
  delete response.schema;
  delete response.examples;
  response.content = content;
}
