import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { plainText, type Document } from '@bindery/documents';
import { generated, type GeneratorOptions } from './generated-specification';
import type { OpenApiReading } from './openapi-reading';
import { readSpecification } from './read-specification';
import { SpecificationError } from './specification-error';

const long = process.env.BINDERY_TEST === 'long';

const examples = dirname(require.resolve('@readme/oas-examples/package.json'));
const published = [
  ...['2.0/json/petstore.json', '2.0/yaml/petstore.yaml', '3.1/json/petstore.json', '3.1/yaml/train-travel.yaml'],
  ...['3.0/json/star-trek.json', '3.0/yaml/star-trek.yaml', '3.1/json/readme.json', '3.1/yaml/readme.yaml'],
  ...['3.0/json/readme-legacy.json', '3.0/json/http-status-codes.json', '3.1/json/webhooks.json'],
  ...['3.0/json/circular.json', '3.1/json/schema-types.json', '3.0/json/uspto.json'],
]
  .map((path): [string, string] => [path, join(examples, path)])
  .concat([
    ['GitBook, json', require.resolve('@gitbook/api/spec/openapi.json')],
    ['GitBook, yaml', require.resolve('@gitbook/api/spec/openapi.yaml')],
  ]);

type Item = Record<string, { tags?: unknown; 'x-internal'?: boolean } | undefined>;
type Specification = { paths?: Record<string, Item>; webhooks?: Record<string, Item> };

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The calls of a specification in its text, read independently of the tested code. */
function callsIn({ paths = {}, webhooks = {} }: Specification): string[] {
  const calls = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([name, item]) =>
    methods.flatMap((method) => (item[method] && !item[method]['x-internal'] ? [`${method} ${name}`] : [])),
  );
  return [...new Set(calls)].sort();
}

async function expectAll(text: string): Promise<OpenApiReading> {
  const reading = await readSpecification({ text, url: null, slug: 'all' }, () =>
    Promise.reject(new Error('It has no other files')),
  );
  const { pages } = reading;
  const blocks = pages.flatMap(({ document }) => (JSON.parse(document) as Document).nodes);
  const calls = blocks.flatMap(({ type, data }) =>
    /^openapi-(operation|webhook)$/.test(type) ? [`${String(data.method)} ${String(data.path ?? data.name)}`] : [],
  );
  const expected = callsIn(parse(text, { maxAliasCount: -1 }) as Specification);
  expect([...new Set(calls)].sort()).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
  const words = pages.map(({ readable }) => plainText(JSON.parse(readable) as Document)).join('\n');
  const untold = expected.filter((call) => !words.includes(call.replace(/^\w+/, (method) => method.toUpperCase())));
  expect(untold).toEqual([]);
  return reading;
}

it.each(published)('reads every operation of %s', async (_, path) => {
  await expectAll(readFileSync(path, 'utf8'));
});

const large: [string, GeneratorOptions, 'json' | 'yaml'][] = [
  ['3,000 operations of OpenAPI 3.1', { version: '3.1.0', operations: 3_000 }, 'json'],
  ['2,000 operations of Swagger 2.0', { version: '2.0', operations: 2_000 }, 'json'],
  ['6,000 operations of OpenAPI 3.0', { version: '3.0.3', operations: 6_000 }, 'json'],
  ['2,000 operations in YAML', { version: '3.0.3', operations: 2_000 }, 'yaml'],
  ['4,000 operations of one tag', { version: '3.1.0', operations: 4_000, perTag: 4_000 }, 'json'],
];

const small: typeof large = [['1,000 operations of OpenAPI 3.1', { version: '3.1.0', operations: 1_000 }, 'json']];

it.each(long ? large : small)('reads %s', async (_, how, format) => {
  await expectAll(format === 'json' ? JSON.stringify(generated(how)) : stringify(generated(how)));
});

it('says exactly what is wrong in one of thousands of operations, and reads the others', async () => {
  const specification = generated({ version: '3.0.3', operations: 1_000 }) as { paths: Record<string, Item> };
  Object.values(specification.paths)[150]!.get = { summary: 'Odd', responses: 'none' } as never;
  const { deviations } = await expectAll(JSON.stringify(specification));
  const place = '/paths/~1areas~13~1things-30~1{id}/get';
  expect(deviations).toEqual([
    { code: 'UNDECLARED_PATH_PARAMETER', message: `The parameter id of the path is not described (at ${place})` },
    {
      code: 'TYPE',
      message: `responses must be an object and is left out: "none" (at ${place}/responses)`,
    },
  ]);
});

describe('reads whatever a specification has in the place of anything', () => {
  const text = readFileSync(join(examples, '3.0/json/petstore-expanded.json'), 'utf8');
  const count = [...places(JSON.parse(text))].length;

  async function expectRead(at: number, value: unknown): Promise<void> {
    const specification = JSON.parse(text) as object;
    const [holder, key] = [...places(specification)][at]!;
    (holder as Record<string, unknown>)[key] = value;
    // The first levels decide whether there is anything to read.
    if (holder === specification && ['openapi', 'paths'].includes(key)) return;
    const reading = await readSpecification({ text: JSON.stringify(specification), url: null, slug: 'all' }, () =>
      Promise.reject(new SpecificationError('FETCH_ERROR', [{ message: 'It has no other files' }])),
    );
    expect(reading.pages.length).toBeGreaterThan(0);
  }

  it('whatever it is', () =>
    fc.assert(fc.asyncProperty(fc.nat(count - 1), fc.jsonValue({ maxDepth: 2 }), expectRead), {
      numRuns: long ? 20_000 : 300,
    }));

  it.each([[{ toString: 0 }], [[{ toString: 0 }]]])('what has no text: %j', async (value) => {
    for (let at = 0; at < count; at++) await expectRead(at, value);
  });
});

/** Every position of a JSON value. */
function* places(value: unknown): Generator<[holder: object, key: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield [value, key];
    yield* places(child);
  }
}
