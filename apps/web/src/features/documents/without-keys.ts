/** A copy of a document, or of blocks, without keys: copies have keys of their own. */
export const withoutKeys = <T>(content: T): T =>
  JSON.parse(JSON.stringify(content, (name, value: unknown) => (name === 'key' ? undefined : value))) as T;
