import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import { maximumDepth } from './limits';
import { documentSchema } from './schema';

let compiled: ValidateFunction | undefined;

function schema(): ValidateFunction {
  compiled ??= new Ajv({ discriminator: true, allErrors: false, strict: false }).compile(documentSchema);
  return compiled;
}

/**
 * The faults of a value that should be a document, as messages that start with the JSON path (`$.nodes[0].type`);
 * empty when nothing is. Unknown types and further keys in `data` are fine. The first fault ends the search.
 */
export function validateDocument(value: unknown): string[] {
  const deep = findTooDeep(value);
  if (deep) return [deep];
  const validate = schema();
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${pathOf(instancePath)} ${message ?? 'is not valid'}`);
}

function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (path, part) =>
        /^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`,
      '$',
    );
}

/** Checked before anything walks the value by recursion; `data` counts as well, with room for its own structure. */
function findTooDeep(value: unknown): string | undefined {
  const limit = maximumDepth * 2 + 20;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > limit) return `$ nests deeper than ${maximumDepth} blocks`;
    for (const child of Object.values(next.value)) open.push({ value: child, depth: next.depth + 1 });
  }
  return undefined;
}
