import { isObject } from '../../api/is-object';

/** A copy of a document, or of blocks, without keys: copies have keys of their own. A property `key` in the data of a block stays. */
export const withoutKeys = <T>(content: T): T =>
  JSON.parse(
    JSON.stringify(content, function (this: unknown, name, value: unknown) {
      return name === 'key' && isObject(this) && 'object' in this ? undefined : value;
    }),
  ) as T;
