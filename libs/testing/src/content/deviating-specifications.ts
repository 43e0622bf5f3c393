/** A specification that deviates from the standard in one thing. */
export interface DeviatingSpecification {
  /** How it deviates. */
  name: string;
  text: string;
  /** The code under which the deviation is reported. */
  code: string;
  /** The operation that it describes. */
  path: string;
  method: string;
  /** The texts that readers have to see of it. */
  shows: readonly string[];
}

type Parts = Record<string, unknown>;

const ok = { 200: { description: 'Here it is' } };
const summary = 'Do the thing';

/** A specification of one operation, GET /a. */
function specification({ operation = {}, ...rest }: Parts & { operation?: Parts }, openapi: unknown = '3.0.3'): Parts {
  return {
    openapi,
    info: { title: 'Deviating', version: '1' },
    paths: { '/a': { get: { summary, responses: ok, ...operation } } },
    ...rest,
  };
}

const entry = (
  name: string,
  code: string,
  text: Parts | string,
  shows: readonly string[] = [],
  { path = '/a', method = 'get' } = {},
): DeviatingSpecification => ({
  name,
  code,
  text: typeof text === 'string' ? text : JSON.stringify(text),
  path,
  method,
  shows: [summary, 'Here it is', ...shows],
});

/** One in which the answer has this schema. */
const answering = (schema: unknown, rest: Parts = {}, openapi?: string): Parts =>
  specification(
    {
      operation: { responses: { 200: { description: 'Here it is', content: { 'application/json': { schema } } } } },
      ...rest,
    },
    openapi,
  );

const withParameter = (...parameters: unknown[]): Parts => specification({ operation: { parameters } });

const yaml = `openapi: 3.0.3
info:
  title: Deviating
  version: "1"
paths:
  /a:
    get:
      summary: ${summary}
      responses:
        "200":
          description: Here it is
`;

/** One specification for each kind of deviation that those of public repositories have. */
export const deviatingSpecifications: readonly DeviatingSpecification[] = [
  entry('no info.version', 'MISSING', { ...specification({}), info: { title: 'Deviating' } }),
  entry('no info', 'MISSING', { ...specification({}), info: undefined }),
  entry('a number as info.version', 'TYPE', { ...specification({}), info: { title: 'Deviating', version: 1.1 } }),
  entry('a number as openapi', 'VERSION', specification({}, 3.1)),
  entry('no openapi', 'VERSION', { ...specification({}), openapi: undefined }),
  entry('a version of OpenAPI that nobody knows', 'VERSION', specification({}, '3.9.0')),
  entry(
    'a number as swagger',
    'VERSION',
    {
      swagger: 2.0,
      info: { title: 'Deviating', version: '1' },
      host: 'api.example.com',
      paths: {
        '/a': {
          get: {
            summary,
            produces: ['application/json'],
            responses: {
              200: { description: 'Here it is', schema: { type: 'object', properties: { left: { type: 'integer' } } } },
            },
          },
        },
      },
    },
    ['http://api.example.com', 'left', 'integer'],
  ),
  entry('the operationId of another operation', 'DUPLICATE_OPERATION_ID', {
    ...specification({}),
    paths: {
      '/b': { get: { operationId: 'same', responses: ok } },
      '/a': { get: { operationId: 'same', summary, responses: ok } },
    },
  }),
  entry(
    'an unknown type that can be told',
    'UNKNOWN_TYPE',
    answering({ type: 'object', properties: { count: { type: 'int' } } }),
    ['count', 'integer'],
  ),
  entry('an unknown type', 'UNKNOWN_TYPE', answering({ type: 'object', properties: { size: { type: 'furlong' } } }), [
    'size',
    'furlong',
  ]),
  entry(
    'required of a property',
    'REQUIRED',
    answering({ type: 'object', properties: { name: { type: 'string', required: true } } }),
    ['name', 'required'],
  ),
  entry(
    'required as a text',
    'TYPE',
    answering({ type: 'object', required: 'name', properties: { name: { type: 'string' } } }),
    ['name', 'required'],
  ),
  entry('a path without a slash', 'PATH', { ...specification({}), paths: { a: { get: { summary, responses: ok } } } }),
  entry(
    'a parameter of the path that nobody describes',
    'UNDECLARED_PATH_PARAMETER',
    { ...specification({}), paths: { '/a/{cakeId}': { get: { summary, responses: ok } } } },
    ['cakeId', 'path', 'required'],
    { path: '/a/{cakeId}' },
  ),
  entry(
    'a parameter that the path does not have',
    'UNKNOWN_PATH_PARAMETER',
    withParameter({ name: 'cakeId', in: 'path', required: true, schema: { type: 'string' } }),
    ['cakeId'],
  ),
  entry(
    'a parameter of the path that is not required',
    'REQUIRED',
    {
      ...specification({}),
      paths: {
        '/a/{cakeId}': {
          get: { summary, responses: ok, parameters: [{ name: 'cakeId', in: 'path', schema: { type: 'string' } }] },
        },
      },
    },
    ['cakeId', 'required'],
    { path: '/a/{cakeId}' },
  ),
  entry('a parameter of Swagger 2.0', 'SWAGGER_FIELD', withParameter({ name: 'limit', in: 'query', type: 'integer' }), [
    'limit',
    'integer',
    'query',
  ]),
  entry(
    'a body among the parameters',
    'SWAGGER_FIELD',
    withParameter({ name: 'cake', in: 'body', schema: { type: 'object', properties: { sugar: { type: 'number' } } } }),
    ['sugar', 'application/json'],
  ),
  entry(
    'a parameter in an unknown place',
    'UNKNOWN_PLACE',
    withParameter({ name: 'limit', in: 'Query', schema: { type: 'integer' } }),
    ['limit', 'query'],
  ),
  entry(
    'parameters as a map',
    'TYPE',
    specification({ operation: { parameters: { limit: { in: 'query', schema: { type: 'integer' } } } } }),
    ['limit', 'integer'],
  ),
  entry('a reference to nothing', 'INVALID_REFERENCE', answering({ $ref: '#/components/schemas/Nowhere' }), [
    'Nowhere',
  ]),
  entry(
    'a reference to where Swagger 2.0 has models',
    'INVALID_REFERENCE',
    answering(
      { $ref: '#/definitions/Cake' },
      { components: { schemas: { Cake: { type: 'object', properties: { sugar: { type: 'number' } } } } } },
    ),
    ['Cake', 'sugar'],
  ),
  entry(
    'the name of a model as a reference',
    'INVALID_REFERENCE',
    answering(
      { $ref: 'Cake' },
      { components: { schemas: { Cake: { type: 'object', properties: { sugar: { type: 'number' } } } } } },
    ),
    ['Cake', 'sugar'],
  ),
  entry(
    'what stands beside a reference',
    'REFERENCE_SIBLINGS',
    answering(
      { type: 'object', properties: { cake: { $ref: '#/components/schemas/Cake', description: 'The best of them' } } },
      { components: { schemas: { Cake: { type: 'object' } } } },
    ),
    ['cake', 'The best of them'],
  ),
  entry(
    'references in a circle',
    'SELF_REFERENCE',
    answering(
      { type: 'object', properties: { cake: { $ref: '#/components/schemas/A' } } },
      { components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } } },
    ),
    ['cake'],
  ),
  entry(
    'an example of another type',
    'MISFIT',
    answering({ type: 'object', properties: { count: { type: 'integer', example: 'many' } } }),
    ['count', '"many"'],
  ),
  entry(
    'nullable in OpenAPI 3.1',
    'OLDER_VERSION',
    answering({ type: 'object', properties: { left: { type: 'integer', nullable: true } } }, {}, '3.1.0'),
    ['left', 'integer or null'],
  ),
  entry(
    'a marked bound in OpenAPI 3.1',
    'OLDER_VERSION',
    answering(
      { type: 'object', properties: { left: { type: 'integer', minimum: 3, exclusiveMinimum: true } } },
      {},
      '3.1.0',
    ),
    ['left', 'exclusiveMinimum 3'],
  ),
  entry(
    'a list of types in OpenAPI 3.0',
    'TYPE_LIST',
    answering({ type: 'object', properties: { left: { type: ['integer', 'null'] } } }),
    ['integer or null'],
  ),
  entry(
    'a list of items',
    'ITEMS',
    answering({
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } },
    }),
    ['pair', 'list of [string, integer]'],
  ),
  entry(
    'a bound as a text',
    'TYPE',
    answering({ type: 'object', properties: { name: { type: 'string', maxLength: '20' } } }),
    ['maxLength 20'],
  ),
  entry(
    'properties as a list',
    'TYPE',
    answering({ type: 'object', properties: [{ name: 'sugar', type: 'number' }] }),
    ['sugar', 'number'],
  ),
  entry('the name of a type as a schema', 'TYPE', answering({ type: 'object', properties: { sugar: 'number' } }), [
    'sugar',
    'number',
  ]),
  entry(
    'an enum that is no list',
    'TYPE',
    answering({ type: 'object', properties: { kind: { type: 'string', enum: 'sponge' } } }),
    ['kind', '"sponge"'],
  ),
  entry(
    'a status with words',
    'STATUS',
    specification({ operation: { responses: { '404 Not found': { description: 'There is none' }, ...ok } } }),
    ['404', 'There is none'],
  ),
  entry('an answer without description', 'MISSING', specification({ operation: { responses: { ...ok, 204: {} } } }), [
    '204',
  ]),
  entry('no answers', 'MISSING', specification({ operation: { description: 'Here it is', responses: undefined } })),
  entry(
    'an unknown security scheme',
    'UNKNOWN_SECURITY_SCHEME',
    specification({ operation: { security: [{ cakeKey: [] }] } }),
    ['cakeKey'],
  ),
  entry(
    'a security scheme of an unknown type',
    'UNKNOWN_TYPE',
    specification({ security: [{ cakeKey: [] }], components: { securitySchemes: { cakeKey: { type: 'bearer' } } } }),
    ['cakeKey', 'Bearer'],
  ),
  entry('an unknown field', 'UNKNOWN_FIELD', specification({ operation: { audience: 'all' } })),
  entry('a method in capitals', 'METHOD', {
    ...specification({}),
    paths: { '/a': { GET: { summary, responses: ok } } },
  }),
  entry('a tag that is a text', 'TYPE', specification({ tags: ['cakes'] })),
  entry('deprecated as a text', 'TYPE', specification({ operation: { deprecated: 'true' } }), ['Deprecated']),
  entry('empty fields', 'EMPTY', specification({ operation: { tags: null, parameters: null } })),
  entry(
    'a pattern that is none',
    'PATTERN',
    answering({ type: 'object', properties: { name: { type: 'string', pattern: '(' } } }),
    ['pattern ('],
  ),
  entry(
    'a key that stands twice',
    'DUPLICATE_KEY',
    `${yaml}  /a:\n    post: {summary: More, responses: {"200": {description: Done}}}\n`,
  ),
  entry('tabs in YAML', 'TABS', yaml.replace(/ {2}/g, '\t')),
  entry('a colon in YAML', 'NOT_QUOTED', yaml.replace('description: Here it is', 'description: Here it is: a cake'), [
    'a cake',
  ]),
  entry('an alias to nothing', 'UNKNOWN_ALIAS', `${yaml}tags: *all\n`),
  entry('several documents in YAML', 'NOT_YAML', `${yaml}---\nopenapi: 3.0.3\n`),
  entry('comments in JSON', 'NOT_JSON', `// The cakes\n${JSON.stringify(specification({}))}`),
  entry('a comma too many in JSON', 'NOT_JSON', JSON.stringify(specification({})).replace(/\}$/, ',}')),
  entry('a reference to a file of nobody', 'UNKNOWN_FILE', answering({ $ref: './cake.yaml#/Cake' }), ['Cake']),
];
