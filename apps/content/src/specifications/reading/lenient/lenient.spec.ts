import { plainText, type Document } from '@bindery/documents';
import { deviatingSpecifications, type DeviatingSpecification } from '@bindery/testing';
import { describeOperation } from '../../describing/describe-operation';
import { Specification } from '../../describing/specification';
import type { SpecificationFile } from '../gather-files';
import type { OpenApiReading } from '../openapi-reading';
import { readSpecification } from '../read-specification';

const read = (text: string | object, files: Record<string, object> = {}, url: string | null = null) =>
  readSpecification({ text: typeof text === 'string' ? text : JSON.stringify(text), url, slug: 'all' }, (wanted) =>
    Promise.resolve({ text: JSON.stringify(files[wanted]), url: wanted }),
  );

const filesOf = ({ content }: OpenApiReading) => JSON.parse(Buffer.from(content).toString()) as SpecificationFile[];
const codesOf = ({ deviations }: OpenApiReading) => [...new Set(deviations.map(({ code }) => code))];
const wordsOf = ({ pages }: OpenApiReading) =>
  pages.map(({ readable }) => plainText(JSON.parse(readable) as Document)).join('\n');

const info = { title: 'Cakes', version: '1' };

describe.each(deviatingSpecifications.map((one): [string, DeviatingSpecification] => [one.name, one]))(
  'with %s',
  (_, { text, code, path, method, shows }) => {
    it('is shown, and told of', async () => {
      const reading = await read(text);
      // An alias to nothing leaves an empty field.
      expect(codesOf(reading).filter((one) => one !== 'EMPTY' || code === 'EMPTY')).toEqual([code]);
      const words = wordsOf(reading);
      for (const word of [...shows, `${method.toUpperCase()} ${path}`]) expect(words).toContain(word);
      const specification = new Specification(filesOf(reading));
      expect(describeOperation(specification, { kind: 'path', name: path, method })).toMatchObject({ name: path });
    });

    it('deviates in nothing once it is mended', async () => {
      const mended = filesOf(await read(text))[0]!.specification;
      const left = new Set([
        'MISFIT',
        'INVALID_REFERENCE',
        'UNKNOWN_TYPE',
        'DUPLICATE_OPERATION_ID',
        'SELF_REFERENCE',
        'PATTERN',
      ]);
      const kept = [
        ...left,
        'UNKNOWN_PATH_PARAMETER',
        'UNKNOWN_SECURITY_SCHEME',
        'UNKNOWN_FIELD',
        'UNKNOWN_FILE',
        'MISSING',
      ];
      expect(codesOf(await read(mended)).filter((one) => !kept.includes(one!))).toEqual([]);
    });
  },
);

it('tells where a deviation is, and of no more than fifty', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`/a/${n}`, { get: { audience: 'all', responses: {} } }]),
  );
  const { deviations } = await read({ openapi: '3.1.0', info, paths });
  expect(deviations).toHaveLength(50);
  expect(deviations[0]).toEqual({
    code: 'UNKNOWN_FIELD',
    message: 'Property audience is not expected to be here (at /paths/~1a~10/get)',
  });
  expect(deviations[49]!.message).toBe('There are 151 more');
});

it.each([
  ['anchors and merges of YAML', 'openapi: 3.1.0\ninfo: &i {title: T, version: "1"}\nx-a: {<<: *i}\npaths: {}\n'],
  ['a byte order mark', '\uFEFFopenapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n'],
  ['no paths', 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n'],
  [
    'nullable before OpenAPI 3.1',
    JSON.stringify({
      openapi: '3.0.0',
      info,
      paths: {},
      components: { schemas: { A: { type: 'string', nullable: true } } },
    }),
  ],
  [
    'numbers as statuses',
    'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {responses: {200: {description: OK}}}}}\n',
  ],
  [
    'OpenAPI 3.2',
    JSON.stringify({
      openapi: '3.2.0',
      info,
      paths: { '/a': { query: { responses: {} }, additionalOperations: { LINK: { responses: {} } } } },
    }),
  ],
])('has nothing to say of %s', async (_, text) => {
  expect((await read(text)).deviations).toEqual([]);
});

it('shows methods of OpenAPI 3.2', async () => {
  const item = { query: { summary: 'Ask' }, additionalOperations: { LINK: { summary: 'Link' } } };
  const words = wordsOf(await read({ openapi: '3.2.0', info, paths: { '/a': item } }));
  expect(words).toContain('QUERY /a');
  expect(words).toContain('LINK /a');
  expect(words).toContain('Link');
});

it('mends what other files hold', async () => {
  const url = 'https://example.com/openapi.json';
  const files = {
    'https://example.com/a.json': {
      get: {
        summary: 'Get',
        parameters: [{ name: 'n', in: 'query', type: 'int' }],
        responses: { 200: { description: 'Found', schema: { $ref: 'cake.json' } } },
      },
    },
    'https://example.com/cake.json': { type: 'object', properties: { sugar: { type: 'float', required: true } } },
  };
  const reading = await read({ swagger: '2.0', info, paths: { '/a': { $ref: 'a.json' } } }, files, url);
  expect(reading.deviations.map(({ message }) => message)).toEqual([
    expect.stringContaining('(at https://example.com/a.json#/get/parameters/0/schema)'),
    expect.stringContaining('(at https://example.com/cake.json#/properties/sugar)'),
    expect.stringContaining('(at https://example.com/cake.json#/properties/sugar)'),
  ]);
  const words = wordsOf(reading);
  expect(words).toContain('n (integer, query)');
  expect(words).toContain('sugar (number (float), required)');
});

it('brings all of Swagger 2.0 to where OpenAPI 3 has it', async () => {
  const reading = await read({
    swagger: '2.0',
    info,
    host: 'cakes.example.com',
    basePath: '/v1',
    schemes: ['https'],
    consumes: ['application/xml'],
    parameters: {
      Cake: { name: 'cake', in: 'body', required: true, schema: { $ref: '#/definitions/Cake' } },
      Page: { name: 'page', in: 'query', type: 'integer' },
    },
    responses: { Gone: { description: 'It is gone', schema: { $ref: '#/definitions/Cake' } } },
    securityDefinitions: {
      login: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a.example',
        tokenUrl: 'https://t.example',
        scopes: { bake: 'Bake' },
        description: 'Log in',
      },
      plain: { type: 'basic' },
    },
    paths: {
      '/cakes': {
        post: {
          summary: 'Bake',
          parameters: [{ $ref: '#/parameters/Cake' }, { $ref: '#/parameters/Page' }],
          security: [{ login: ['bake'] }],
          responses: { 410: { $ref: '#/responses/Gone' } },
        },
        put: {
          summary: 'Send',
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'picture', in: 'formData', type: 'file', required: true, description: 'Of the cake' },
            { name: 'kind', in: 'formData', type: 'string', enum: ['sponge', 'pie'], default: 'pie' },
          ],
          responses: {
            200: {
              description: 'OK',
              examples: { 'application/json': { sugar: 1 } },
              headers: { 'X-Left': { type: 'integer' } },
            },
          },
        },
      },
    },
    definitions: { Cake: { type: 'object', properties: { example: { type: 'string' }, sugar: { type: 'number' } } } },
  });
  expect(reading.deviations).toEqual([]);
  expect(filesOf(reading)[0]!.specification).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://cakes.example.com/v1' }],
    components: {
      schemas: { Cake: { properties: { example: { type: 'string' } } } },
      parameters: { Page: { schema: { type: 'integer' } } },
      responses: { Gone: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cake' } } } } },
      securitySchemes: {
        login: { description: 'Log in', flows: { authorizationCode: { tokenUrl: 'https://t.example' } } },
        plain: { type: 'http', scheme: 'basic' },
      },
    },
    paths: {
      '/cakes': {
        post: {
          parameters: [{ $ref: '#/components/parameters/Page' }],
          requestBody: {
            required: true,
            content: { 'application/xml': { schema: { $ref: '#/components/schemas/Cake' } } },
          },
        },
        put: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  required: ['picture'],
                  properties: {
                    picture: { type: 'string', format: 'binary', description: 'Of the cake' },
                    kind: { enum: ['sponge', 'pie'], default: 'pie' },
                  },
                },
              },
            },
          },
          responses: {
            200: {
              content: { 'application/json': { example: { sugar: 1 } } },
              headers: { 'X-Left': { schema: { type: 'integer' } } },
            },
          },
        },
      },
    },
  });
});
