import type { ApiOperation, ApiSchema } from '@bindery/contracts';
import { requestExample } from './api-request';

const operation: ApiOperation = {
  kind: 'path',
  name: '/pets/{pet}',
  method: 'put',
  server: 'https://pets.example',
  security: [],
  parameters: [],
  responses: [],
};

const pet: ApiSchema = {
  type: 'object',
  fields: [
    { name: 'id', type: 'integer', readOnly: true },
    { name: 'name', type: 'string', examples: ['"It\'s Tom"'] },
    { name: 'born', type: 'string (date) or null' },
    { name: 'kind', type: 'string', values: ['"cat"', '"dog"'] },
    { name: 'tags', type: 'array of string', values: ['"small"'] },
    { name: 'friends', type: 'array of Friend', fields: [{ name: 'since', type: 'number' }] },
    { name: 'prices', type: 'map of Price', fields: [{ name: '<name>', type: 'number' }] },
    { name: 'home', type: 'House or Flat', fields: [{ name: 'House', type: 'object' }] },
  ],
};

it('is a call with the values that are needed', () => {
  const parameters: ApiOperation['parameters'] = [
    { name: 'pet', in: 'path', type: 'string', required: true },
    { name: 'from', in: 'query', type: 'string', required: true, examples: ['"here & there"'] },
    { name: 'to', in: 'query', type: 'string' },
    { name: 'X-Trace', in: 'header', type: 'boolean', required: true },
  ];
  expect(requestExample({ ...operation, method: 'get', parameters })).toBe(
    "curl 'https://pets.example/pets/{pet}?from=here%20%26%20there' \\\n  -H 'X-Trace: true'",
  );
});

it('asks for the headers alone with an option of its own, since curl would wait for a body', () => {
  expect(requestExample({ ...operation, method: 'head' })).toBe("curl --head 'https://pets.example/pets/{pet}'");
});

it('sends a body as its author shows it, else one made from its schema', () => {
  const json = { contentType: 'application/json', schema: pet };
  const [, sent] = /-d '([^]*)'$/.exec(requestExample({ ...operation, body: json })!)!;
  expect(JSON.parse(sent!.replaceAll("'\\''", "'"))).toEqual({
    name: "It's Tom",
    born: '2026-01-31',
    kind: 'cat',
    tags: ['small'],
    friends: [{ since: 1 }],
    prices: {},
    home: {},
  });
  expect(requestExample({ ...operation, body: { ...json, examples: [{ text: '{}' }] } })).toMatch(/-d '{}'$/);
  const xml = { contentType: 'application/xml', schema: pet };
  expect(requestExample({ ...operation, body: xml })).toMatch(/xml' \\\n {2}--data-binary '@file'$/);
});

it.each(['application/json; charset=utf-8', 'application/vnd.pets+json', 'Application/JSON;v=1'])(
  'makes a body of %s from its schema',
  (contentType) => {
    const body = { contentType, schema: { type: 'object', fields: [{ name: 'count', type: 'integer' }] } };
    const written = requestExample({ ...operation, body })!;
    expect(written).toContain(`-H 'Content-Type: ${contentType}'`);
    expect(written).toMatch(/-d '{\n {2}"count": 1\n}'$/);
  },
);

it('sends forms field by field', () => {
  const fields = [
    { name: 'picture', type: 'string (binary)' },
    { name: 'title', type: 'string' },
  ];
  const form = (contentType: string) =>
    requestExample({ ...operation, body: { contentType, schema: { type: 'object', fields } } });
  expect(form('multipart/form-data')).toMatch(/-F 'picture=@file' \\\n {2}-F 'title=text'$/);
  expect(form('multipart/form-data; boundary=x')).toBe(form('multipart/form-data'));
  expect(form('application/x-www-form-urlencoded')).toMatch(/--data-urlencode 'title=text'$/);
});

it.each([
  ['X-Key (header)', "-H 'X-Key: <key>'"],
  ['key (query)', '?key=<key>'],
  ['Bearer (JWT)', "-H 'Authorization: Bearer <token>'"],
  ['OAuth 2.0 (implicit)', "-H 'Authorization: Bearer <token>'"],
  ['Basic', "-u '<user>:<password>'"],
])('shows the credential of %s', (how, shown) => {
  const written = requestExample({ ...operation, security: ['one'], schemes: [{ name: 'one', how }] });
  expect(written).toContain(shown);
});

it('is left out for webhooks, and without the address of a server', () => {
  const { server: _, ...nowhere } = operation;
  expect([requestExample({ ...operation, kind: 'webhook' }), requestExample(nowhere)]).toEqual([undefined, undefined]);
});
