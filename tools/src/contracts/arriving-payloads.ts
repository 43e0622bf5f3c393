import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@bindery/contracts';
import { checkout } from '@bindery/launcher';
import type { Contracts } from './snapshot';

const file = join(checkout.root, 'libs', 'contracts', 'src', 'core', 'event-payloads.ts');

/**
 * The schemas by which consumers check payloads of events. They are looser than the types, as another version may have published the event:
 * fields that are new since the last release may be absent, and values of a choice may be others.
 */
export const arrivingPayloads = (now: Contracts['events'], released: Contracts['events']): Record<string, Schema> =>
  Object.fromEntries(Object.entries(now).map(([type, schema]) => [type, loosened(schema, released[type])]));

function loosened(schema: Schema, released: Schema | undefined): Schema {
  const { type, properties, required, items, anyOf, additionalProperties } = schema;
  if (anyOf) return { anyOf: anyOf.map((one) => loosened(one, undefined)) };
  const before = new Set(released?.required ?? required);
  return {
    ...(type && { type }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, loosened(one, released?.properties?.[name])]),
      ),
    }),
    ...(required && { required: required.filter((name) => before.has(name)) }),
    ...(items && { items: loosened(items, released?.items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: loosened(additionalProperties, undefined),
    }),
  };
}

/** Writes the file that the contracts have them in. */
export async function writeArrivingPayloads(payloads: Record<string, Schema>): Promise<void> {
  const { format, resolveConfig } = await import('prettier');
  const text = [
    "import type { Schema } from './schema';",
    '',
    '/** Written by `npm run contracts -- --events` from the types of events; a test compares them. */',
    `export const eventPayloads: Record<string, Schema | undefined> = ${JSON.stringify(payloads)};`,
  ].join('\n');
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'typescript' }));
}
