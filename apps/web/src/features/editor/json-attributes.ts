import { isObject } from '../../api/is-object';

type Data = Record<string, unknown>;

/** Attributes by which what an element cannot say survives being cut and pasted; none for no data. */
export const jsonAttribute = (name: string, data: unknown): Record<string, string> =>
  Object.keys((data ?? {}) as Data).length > 0 ? { [`data-${name}`]: JSON.stringify(data) } : {};

/** The object in an attribute; undefined where it is absent or no object. */
export function readJSON(element: HTMLElement, name: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(element.getAttribute(`data-${name}`) ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
