import type { SpecificationFile } from './gather-files';
import { isObject, objectOf, type JsonObject } from './json';
import { splitReference, valueAt } from './references';

/** An operation of a path, or what a webhook sends. */
export interface Operation {
  kind: 'path' | 'webhook';
  /** The path, or the name of the webhook. */
  name: string;
  method: string;
  id?: string;
  tags: string[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Marks of operations that are not shown. */
const hiding = ['x-internal', 'x-gitbook-ignore'];
const mostHops = 10;

/** The operations that are to be shown, in the order of the specification, those of paths before webhooks. */
export function operationsOf(files: readonly SpecificationFile[]): Operation[] {
  const { paths, webhooks } = objectOf(files[0]?.specification);
  return [...within(files, 'path', paths), ...within(files, 'webhook', webhooks)];
}

function within(files: readonly SpecificationFile[], kind: Operation['kind'], items: unknown): Operation[] {
  const found: Operation[] = [];
  for (const [name, given] of Object.entries(objectOf(items))) {
    const item = resolved(files, given);
    if (isHidden(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.has(method) || !isObject(operation) || isHidden(operation)) continue;
      const { operationId: id, tags } = operation;
      found.push({ kind, name, method, ...(typeof id === 'string' && { id }), tags: namesOf(tags) });
    }
  }
  return found;
}

const isHidden = (value: JsonObject): boolean => hiding.some((mark) => value[mark] === true);

const namesOf = (tags: unknown): string[] =>
  Array.isArray(tags) ? [...new Set(tags.filter((tag): tag is string => typeof tag === 'string' && tag !== ''))] : [];

/** A path item, also one that stands elsewhere; references within a file have no file. */
function resolved(files: readonly SpecificationFile[], item: unknown): JsonObject {
  let found = objectOf(item);
  let holder = files[0];
  for (let hops = 0; typeof found.$ref === 'string' && hops < mostHops; hops++) {
    const [file, pointer] = splitReference(found.$ref);
    if (file !== '') holder = files.find(({ filename }) => filename === file);
    found = objectOf(valueAt(holder?.specification, pointer));
  }
  return found;
}
