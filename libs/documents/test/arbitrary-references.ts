import fc from 'fast-check';
import type { Block, Data } from '../src';
import { characters, data, line, optional, urlRef, word } from './arbitrary-inlines';

const few = { maxLength: 3 };

export const makeVoid = (type: string, values: fc.Arbitrary<Data>): fc.Arbitrary<Block> =>
  values.map((value) => ({ object: 'block', type, isVoid: true, data: data(value) }));

export const openapi = fc.oneof(
  makeVoid(
    'swagger',
    fc.record({
      path: line,
      method: word,
      ref: urlRef,
      expanded: optional(fc.boolean()),
      fullWidth: optional(fc.boolean()),
    }),
  ),
  makeVoid(
    'openapi-operation',
    fc.record({
      path: line,
      method: word,
      ref: word.map((spec) => ({ kind: 'openapi', spec })),
      headless: optional(fc.boolean()),
    }),
  ),
  makeVoid(
    'openapi-schemas',
    fc.record({
      schemas: fc.array(fc.oneof(word, line), few),
      grouped: optional(fc.boolean()),
      ref: word.map((spec) => ({ kind: 'openapi', spec })),
      title: optional(line),
    }),
  ),
  makeVoid(
    'openapi-webhook',
    fc.record({ name: line, method: word, ref: word.map((spec) => ({ kind: 'openapi', spec })) }),
  ),
);

export const integration = makeVoid(
  'integration',
  fc.record({
    integration: word,
    block: word,
    props: fc.dictionary(
      word,
      fc.oneof(characters, fc.integer(), fc.boolean(), fc.array(line, few), fc.record({ a: line })),
      { maxKeys: 3 },
    ),
    url: optional(fc.webUrl()),
    fullWidth: optional(fc.boolean()),
  }),
);
