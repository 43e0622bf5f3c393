import { operationIn } from './operation-details';

it('says what a specification knows of an operation, with what it names elsewhere', () => {
  const specification = {
    paths: {
      '/pets/{id}': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        get: {
          summary: 'Read a pet',
          parameters: [{ name: 'fields', in: 'query', schema: { type: 'array' }, description: 'Which ones.' }],
          responses: { 200: { description: 'A pet' }, 404: { $ref: '#/components/responses/None' } },
        },
      },
    },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
      responses: { None: { description: 'There is none' } },
    },
  };
  const wanted = { kind: 'operation', name: '/pets/{id}', method: 'get' } as const;
  expect(operationIn([{ specification }], wanted)).toEqual({
    summary: 'Read a pet',
    parameters: [
      { name: 'id', facts: 'string · path · required' },
      { name: 'fields', facts: 'array · query', description: 'Which ones.' },
    ],
    responses: [
      { status: '200', description: 'A pet' },
      { status: '404', description: 'There is none' },
    ],
  });
  expect(operationIn([{ specification }], { ...wanted, method: 'put' })).toBeUndefined();
});
