import { isObject } from '../../../api/is-object';

type Fields = Record<string, unknown>;

const isEqual = (a: unknown, b: unknown): boolean => {
  if (!isObject(a) || !isObject(b)) return JSON.stringify(a) === JSON.stringify(b);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isEqual(a[name], b[name]));
};

/**
 * The override that makes a customization of `before` one of `after`: the fields that differ from those of the site. The others are null,
 * which takes an override of them away. A field that the site alone has is null too: an override cannot leave it out.
 */
export function overrideOf(site: object, before: object, after: object): Fields {
  const customizations = [site, before, after] as [Fields, Fields, Fields];
  const names = new Set(customizations.flatMap(Object.keys));
  const at = (name: string) =>
    customizations.map((customization) => customization[name]) as [unknown, unknown, unknown];
  return Object.fromEntries([...names].map((name) => [name, fieldOf(...at(name))]));
}

function fieldOf(site: unknown, before: unknown, after: unknown): unknown {
  if (after === undefined || isEqual(site, after)) return null;
  const isMerged = isObject(after) && (site === undefined || isObject(site));
  return isMerged ? overrideOf(site ?? {}, isObject(before) ? before : {}, after) : after;
}

/** Whether a customization differs from that of its site. */
export const isOverridden = (site: object, customization: object): boolean => !isEqual(site, customization);
