import { Specification } from '../describing/specification';
import type { SpecificationFile } from './gather-files';
import { methods } from './lenient/shapes';
import { isObject, objectOf, type JsonObject } from './json';

/** An operation of a path, or the request of a webhook. */
export interface Operation {
  kind: 'path' | 'webhook';
  /** The path, or the name of the webhook. */
  name: string;
  method: string;
  id?: string;
  tags: string[];
}

const known: ReadonlySet<string> = new Set(methods);

/** Extensions that hide operations. */
const hiding = ['x-internal', 'x-gitbook-ignore'];

/** The visible operations, in the order of the specification, those of paths before webhooks. */
export function operationsOf(files: readonly SpecificationFile[]): Operation[] {
  const specification = new Specification(files);
  const { paths, webhooks } = specification.root.value;
  return [...within(specification, 'path', paths), ...within(specification, 'webhook', webhooks)];
}

function within(specification: Specification, kind: Operation['kind'], items: unknown): Operation[] {
  const found: Operation[] = [];
  for (const [name, given] of Object.entries(objectOf(items))) {
    const { value: item } = specification.follow({ ...specification.root, value: objectOf(given) });
    if (isHidden(item)) continue;
    const more = Object.entries(objectOf(item.additionalOperations));
    for (const [method, operation] of [...Object.entries(item).filter(([key]) => known.has(key)), ...more]) {
      if (!isObject(operation) || isHidden(operation)) continue;
      const { operationId: id, tags } = operation;
      found.push({
        kind,
        name,
        method: method.toLowerCase(),
        ...(typeof id === 'string' && { id }),
        tags: namesOf(tags),
      });
    }
  }
  return found;
}

/** Whether the author hides a path or an operation. */
export const isHidden = (value: JsonObject): boolean => hiding.some((mark) => value[mark] === true);

const namesOf = (tags: unknown): string[] =>
  Array.isArray(tags) ? [...new Set(tags.filter((tag): tag is string => typeof tag === 'string' && tag !== ''))] : [];
