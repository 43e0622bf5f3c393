import { alignKeys, assignKeys, walk, type Document } from '@bindery/documents';
import { newId } from '@bindery/persistence';

/**
 * Gives blocks the keys of their counterparts in the document before. A document that the caller sent with keys has
 * them already, because the caller has read them.
 */
export function withKeys(document: Document, previous: Document | undefined): Document {
  const given = walk(document).some(({ object, key }) => object === 'block' && key !== undefined);
  const prefix = newId().slice(-10);
  let count = 0;
  const aligned = given || !previous ? document : alignKeys(previous, document);
  return assignKeys(aligned, () => `${prefix}${(count++).toString(36)}`);
}
