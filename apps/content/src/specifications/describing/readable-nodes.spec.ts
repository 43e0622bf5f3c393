import { plainText, type Block } from '@bindery/documents';
import { modelNodes, operationNodes } from './readable-nodes';
import { Specification } from './specification';

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called.' },
    kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    owner: { type: 'object', properties: { mail: { type: 'string', format: 'email' } } },
    friend: { $ref: '#/components/schemas/Pet' },
  },
};
const schema = { $ref: '#/components/schemas/Pet' };
const specification = new Specification([
  {
    filename: 'openapi.yaml',
    specification: {
      components: { schemas: { Pet: pet, Tag: { title: 'Label', type: 'string', description: 'A *word*.' } } },
      paths: {
        '/pets': {
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' }, description: 'Of all.' }],
          post: {
            summary: 'Add a pet',
            deprecated: true,
            description: 'To **those** there are.',
            security: [{ key: [] }],
            parameters: [{ name: 'page', in: 'query', schema: { type: 'string' }, description: 'Its own.' }],
            requestBody: { content: { 'application/json': { schema } } },
            responses: { 200: { description: 'It is there', content: { 'application/json': { schema } } } },
          },
          get: { 'x-internal': true },
        },
      },
    },
  } as never,
]);

const told = (nodes: Block[]) => plainText({ object: 'document', data: {}, nodes }).split('\n');

it('tells in words what pages of sites show of an operation', () => {
  expect(told(operationNodes(specification, { kind: 'path', name: '/pets', method: 'post' }, 'add'))).toEqual([
    'Add a pet',
    'POST /pets',
    'Deprecated',
    'To those there are.',
    'Authorization: key',
    'Parameters',
    'page (string, query): Its own.',
    'Body (application/json, Pet)',
    'name (string, required): What it is called.',
    'kind (string, default "cat", one of "cat", "dog")',
    'owner (object)',
    'mail (string (email))',
    'friend (Pet)',
    'Responses',
    '200: It is there',
    'application/json, Pet',
    'name (string, required): What it is called.',
    'kind (string, default "cat", one of "cat", "dog")',
    'owner (object)',
    'mail (string (email))',
    'friend (Pet)',
  ]);
});

it('names what is not there for readers, and tells of models', () => {
  expect(told(operationNodes(specification, { kind: 'path', name: '/pets', method: 'get' }, 'list'))).toEqual([
    'GET /pets',
    'GET /pets',
  ]);
  expect(told(modelNodes(specification, 'Tag'))).toEqual(['Tag', 'string', 'A word.']);
  expect(told(modelNodes(specification, 'Pet'))).toHaveLength(7);
});
