import type { Data } from './model';

/** A copy of a map without some of its keys. */
export function omit(values: object, keys: readonly string[]): Data {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
