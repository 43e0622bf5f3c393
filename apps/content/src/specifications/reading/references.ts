import type { Deviations, Spot } from './deviations';
import { isObject, type JsonObject } from './json';

/** No document written by hand is nested as deeply. */
const maxDepth = 200;

/**
 * All objects of a JSON value with a `$ref`. Removes values that are nested too deeply, and
 * keys that would reach an object's prototype.
 */
export function referencesIn(value: unknown, deviations: Deviations, spot: Spot): { $ref: string }[] {
  const found: { $ref: string }[] = [];
  const open: { node: unknown; depth: number }[] = [{ node: value, depth: 0 }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, depth } = at;
    if (typeof node !== 'object' || node === null) continue;
    if (Object.hasOwn(node, '__proto__')) {
      Reflect.deleteProperty(node, '__proto__');
      deviations.add('REFUSED_KEY', 'The key __proto__ is left out', spot);
    }
    if (depth === maxDepth && Object.values(node).some((child) => typeof child === 'object' && child !== null)) {
      for (const [key, child] of Object.entries(node)) if (typeof child === 'object') Reflect.deleteProperty(node, key);
      deviations.add('TOO_DEEP', `Values nested more than ${maxDepth} levels deep are left out`, spot);
    }
    if ('$ref' in node && typeof node.$ref === 'string') found.push(node as { $ref: string });
    // The last is visited first.
    for (const child of (Object.values(node) as unknown[]).reverse()) open.push({ node: child, depth: depth + 1 });
  }
  return found;
}

/** `file.yaml#/a/b` -> `['file.yaml', '/a/b']` */
export function splitReference(reference: string): [file: string, pointer: string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

/** The keys of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON Pointer; undefined where there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const key of keysOf(pointer))
    at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  return at;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
