import { Value, type FieldOptions } from './fields';

/** A document tree. The documents library defines its content. */
export const Tree = (options: FieldOptions = {}) =>
  Value(
    {
      type: 'object',
      required: ['object', 'data', 'nodes'],
      properties: {
        object: { const: 'document' },
        data: { type: 'object' },
        nodes: { type: 'array', items: { type: 'object' } },
      },
    },
    (value) => (value as { object?: unknown } | null)?.object === 'document' || 'must be a document',
    options,
  );
