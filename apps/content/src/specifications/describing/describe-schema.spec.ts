import type { ApiSchema } from '@bindery/contracts';
import { describeModel, describeOperation } from './describe-operation';
import { Specification } from './specification';

const of = (specification: object) => new Specification([{ filename: 'openapi.yaml', specification } as never]);
const model = (schema: object, schemas: object = {}) =>
  describeModel(of({ components: { schemas: { Told: schema, ...schemas } } }), 'Told')!;

/** A value in a line: its name, its type and its other facts. */
function line({ name, type, fields, ...rest }: ApiSchema): string {
  const facts = Object.entries(rest).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`));
  const within = fields ? ` {${fields.map(line).join('; ')}}` : '';
  return [...(name === undefined || name === 'Told' ? [] : [`${name}:`]), type, ...facts].join(' ') + within;
}

const price = { type: 'object', properties: { amount: { type: 'number', minimum: 0 } } };
const ref = { $ref: '#/components/schemas/Price' };

it.each<[what: string, schema: object, told: string]>([
  ['a map', { additionalProperties: ref }, 'Told {<name>: Price {amount: number limits minimum 0}}'],
  [
    'a map without a name',
    { properties: { a: { additionalProperties: { type: 'string' } } } },
    'Told {a: map of string {<name>: string}}',
  ],
  [
    'names of a pattern',
    { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
    'Told {/^x-/: string}',
  ],
  [
    'names of a kind',
    { additionalProperties: ref, propertyNames: { pattern: '^[a-z]+$' } },
    'Told {</^[a-z]+$/>: Price {amount: number limits minimum 0}}',
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, ref], items: { type: 'integer' } },
    'list of [string, Price, … integer] {[0]: string; [1]: Price {amount: number limits minimum 0}; […]: integer}',
  ],
  ['a constant', { const: 'cake' }, 'string values "cake"'],
  [
    'values of items',
    { type: 'array', items: { type: 'string', enum: ['pass', 'fail'] } },
    'array of string values "pass","fail"',
  ],
  [
    'limits of items',
    { type: 'array', maxItems: 3, uniqueItems: true, items: { type: 'string', minLength: 2 } },
    'array of string limits maxItems 3,uniqueItems,items: minLength 2',
  ],
  [
    'what is required through allOf',
    {
      required: ['id'],
      allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, { properties: { price: ref } }],
    },
    'Told {id: string readOnly required; price: Price {amount: number limits minimum 0}}',
  ],
  [
    'what a part requires of another',
    {
      allOf: [
        { properties: { id: { type: 'string' } } },
        { required: ['id'], properties: { id: { description: 'Names it' } } },
      ],
    },
    'Told {id: string description Names it required}',
  ],
  [
    'what may be null, through references and compositions',
    {
      properties: {
        a: { nullable: true, allOf: [ref] },
        b: { anyOf: [ref, { type: 'null' }] },
        c: { type: ['string', 'null'], format: 'date' },
        d: { type: ['array', 'null'], items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
      },
    },
    'Told {a: Price or null {amount: number limits minimum 0}; b: Price or null {amount: number limits minimum 0}; c: string (date) or null; d: array of (string or integer) or null}',
  ],
  [
    'examples, defaults and limits',
    { properties: { n: { type: 'integer', default: 1, example: 7, exclusiveMinimum: 0, maximum: 9, multipleOf: 2 } } },
    'Told {n: integer default 1 examples 7 limits exclusiveMinimum 0,maximum 9,multipleOf 2}',
  ],
  [
    'what is written alone',
    { properties: { secret: { type: 'string', writeOnly: true } } },
    'Told {secret: string writeOnly}',
  ],
  [
    'alternatives by a property',
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { tabby: '#/components/schemas/Cat', poodle: 'Dog' } },
    },
    'Cat or Dog {Cat: Cat limits kind tabby {claws: integer}; Dog: Dog limits kind poodle {barks: boolean}}',
  ],
  [
    'alternatives that are only required',
    { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    'Told {a: string}',
  ],
  ['what is missing', { properties: { gone: { $ref: '#/components/schemas/Gone' } } }, 'Told {gone: Gone}'],
  ['what leads to itself', { properties: { self: { $ref: '#/components/schemas/Told' } } }, 'Told {self: Told}'],
])('tells %s', (_, schema, told) => {
  const Cat = { type: 'object', properties: { claws: { type: 'integer' } } };
  const Dog = { type: 'object', properties: { barks: { type: 'boolean' } } };
  expect(line(model(schema, { Price: price, Cat, Dog }))).toBe(told);
});

it('tells all content types, headers, servers, and where a key goes', () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } } };
  const specification = of({
    servers: [
      {
        url: 'https://{region}.example.com',
        description: 'Here',
        variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
      },
      { url: 'https://test.example.com' },
    ],
    paths: {
      '/a': {
        post: {
          security: [{ key: [] }, { login: ['read', 'write'] }, {}],
          requestBody: {
            content: {
              'application/xml': { schema },
              'application/json': { schema, examples: { small: { summary: 'A small one', value: { id: 'a' } } } },
              'multipart/form-data': {
                schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
                encoding: { file: { contentType: 'image/png' } },
              },
            },
          },
          responses: {
            200: {
              description: 'OK',
              headers: { 'X-Left': { schema: { type: 'integer' }, description: 'Calls left' } },
            },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        login: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://a.example',
              tokenUrl: 'https://t.example',
              scopes: { read: 'Read all' },
            },
          },
        },
      },
    },
  });
  expect(describeOperation(specification, { kind: 'path', name: '/a', method: 'post' })).toEqual({
    kind: 'path',
    name: '/a',
    method: 'post',
    server: 'https://eu.example.com',
    servers: [
      {
        url: 'https://{region}.example.com',
        description: 'Here',
        variables: [{ name: 'region', type: 'string', values: ['"eu"', '"us"'], default: '"eu"' }],
      },
      { url: 'https://test.example.com' },
    ],
    security: ['key', 'login'],
    isSecurityOptional: true,
    schemes: [
      { name: 'key', how: 'X-Key (header)' },
      {
        name: 'login',
        how: 'OAuth 2.0 (authorizationCode)',
        scopes: ['read (Read all)', 'write'],
        urls: [
          { name: 'authorizationUrl', url: 'https://a.example' },
          { name: 'tokenUrl', url: 'https://t.example' },
        ],
      },
    ],
    parameters: [],
    body: {
      contentType: 'application/json',
      schema: { type: 'object', fields: [{ name: 'id', type: 'string' }] },
      alsoAs: ['application/xml'],
      examples: [{ name: 'A small one', text: '{\n  "id": "a"\n}' }],
      others: [
        {
          contentType: 'multipart/form-data',
          schema: {
            type: 'object',
            fields: [{ name: 'file', type: 'string (binary)', limits: ['contentType image/png'] }],
          },
        },
      ],
    },
    responses: [
      { status: '200', description: 'OK', headers: [{ name: 'X-Left', type: 'integer', description: 'Calls left' }] },
    ],
  });
});
