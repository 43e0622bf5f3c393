import { isObject, type JsonObject } from './json';
import { parseError } from './specification-error';

/** No document that people write is nested as deeply. */
const maxDepth = 200;

/**
 * All objects of a JSON value that refer to something with `$ref`. Throws SpecificationError for what is nested too
 * deeply, and for keys that would reach an object's prototype.
 */
export function referencesIn(value: unknown): { $ref: string }[] {
  const found: { $ref: string }[] = [];
  const open: { node: unknown; depth: number }[] = [{ node: value, depth: 0 }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, depth } = at;
    if (typeof node !== 'object' || node === null) continue;
    if (depth > maxDepth) throw parseError(`The specification is nested more than ${maxDepth} levels deep`);
    if (Object.hasOwn(node, '__proto__')) throw parseError('The specification must not have the key __proto__');
    if ('$ref' in node && typeof node.$ref === 'string') found.push(node as { $ref: string });
    // The last is opened first.
    for (const child of (Object.values(node) as unknown[]).reverse()) open.push({ node: child, depth: depth + 1 });
  }
  return found;
}

/** `file.yaml#/a/b` -> `['file.yaml', '/a/b']` */
export function splitReference(reference: string): [file: string, pointer: string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

/** The value at a JSON Pointer in a URI fragment (RFC 6901, section 6); undefined where there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const step of pointer.split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  }
  return at;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
