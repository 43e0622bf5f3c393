/** The JSON schema (draft 2020-12) of a document: its structure is closed, its `data` and `meta` are open. */
export const documentSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: '#/$defs/document',
  $defs: {
    document: {
      type: 'object',
      required: ['object', 'data', 'nodes'],
      properties: { object: { const: 'document' }, data: { $ref: '#/$defs/data' }, nodes: { $ref: '#/$defs/blocks' } },
    },
    data: { type: 'object', properties: { schemaVersion: { type: 'integer' } } },
    blocks: { type: 'array', items: { $ref: '#/$defs/block' } },
    block: {
      type: 'object',
      required: ['object', 'type'],
      properties: {
        object: { const: 'block' },
        type: { type: 'string', minLength: 1, maxLength: 100 },
        key: { $ref: '#/$defs/key' },
        isVoid: { type: 'boolean' },
        data: { type: 'object' },
        nodes: { type: 'array', items: { $ref: '#/$defs/node' } },
        fragments: { $ref: '#/$defs/fragments' },
        meta: { type: 'object' },
      },
    },
    inline: {
      type: 'object',
      required: ['object', 'type'],
      properties: {
        object: { const: 'inline' },
        type: { type: 'string', minLength: 1, maxLength: 100 },
        key: { $ref: '#/$defs/key' },
        isVoid: { type: 'boolean' },
        data: { type: 'object' },
        nodes: { type: 'array', items: { $ref: '#/$defs/node' } },
        fragments: { $ref: '#/$defs/fragments' },
      },
    },
    text: {
      type: 'object',
      required: ['object', 'leaves'],
      properties: {
        object: { const: 'text' },
        key: { $ref: '#/$defs/key' },
        leaves: { type: 'array', items: { $ref: '#/$defs/leaf' } },
      },
    },
    leaf: {
      type: 'object',
      required: ['object', 'text', 'marks'],
      properties: {
        object: { const: 'leaf' },
        text: { type: 'string' },
        marks: { type: 'array', maxItems: 20, items: { $ref: '#/$defs/mark' } },
        data: { type: 'object', properties: { source: { type: 'string' } } },
      },
    },
    mark: {
      type: 'object',
      required: ['object', 'type'],
      properties: { object: { const: 'mark' }, type: { type: 'string', minLength: 1 }, data: { type: 'object' } },
    },
    fragments: { type: 'array', items: { $ref: '#/$defs/fragment' } },
    fragment: {
      type: 'object',
      required: ['object', 'nodes'],
      properties: {
        object: { const: 'fragment' },
        key: { $ref: '#/$defs/key' },
        fragment: { type: 'string' },
        type: { type: 'string' },
        nodes: { $ref: '#/$defs/blocks' },
      },
    },
    key: { type: 'string', minLength: 1, maxLength: 100 },
    node: {
      type: 'object',
      required: ['object'],
      discriminator: { propertyName: 'object' },
      oneOf: [{ $ref: '#/$defs/block' }, { $ref: '#/$defs/inline' }, { $ref: '#/$defs/text' }],
    },
  },
} as const;
