/** The text of content: without the keys and the computed facts that the platform gives its nodes. */
const textOf = (content: unknown): string | undefined =>
  JSON.stringify(content, function (this: object, name, value: unknown) {
    return (name === 'key' || name === 'meta') && 'object' in this ? undefined : value;
  });

/** Whether two documents, or parts of them, say the same. */
export const isSameText = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);
