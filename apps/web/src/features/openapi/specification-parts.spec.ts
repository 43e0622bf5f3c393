import { partsOf } from './specification-parts';

describe('the parts of a specification', () => {
  it('are its operations, webhooks and models', () => {
    const specification = {
      openapi: '3.1.1',
      paths: {
        '/pets': { summary: 'no method', get: { summary: 'List pets' }, post: { description: 'Add a pet.\nNow.' } },
        '/secret': { get: { 'x-internal': true } },
      },
      webhooks: { born: { post: {} } },
      components: { schemas: { Pet: { type: 'object' } } },
    };
    expect(
      partsOf([
        { filename: 'models', specification: {} },
        { isEntrypoint: true, specification },
      ]),
    ).toEqual([
      { kind: 'operation', name: '/pets', method: 'get', summary: 'List pets' },
      { kind: 'operation', name: '/pets', method: 'post', summary: 'Add a pet.' },
      { kind: 'webhook', name: 'born', method: 'post' },
      { kind: 'schema', name: 'Pet' },
    ]);
    expect(partsOf({ not: 'a list' })).toEqual([]);
  });
});
