import type { Document } from './model';
import { mapNodes, walk } from './walk';

/**
 * A copy of a document in which every block, inline, text and fragment has a key. Existing keys stay, except
 * that a key which occurs again (a copied block) is replaced there. `newKey` returns a key that is
 * unique in its space; where it repeats one of the document's, it is called again.
 */
export function assignKeys(document: Document, newKey: () => string): Document {
  const used = new Set<string>();
  const present = new Set(walk(document).flatMap(({ key }) => key ?? []));
  const fresh = () => {
    let key = newKey();
    while (present.has(key) || used.has(key)) key = newKey();
    return key;
  };
  return mapNodes(document, (node) => {
    if (node.key === undefined || used.has(node.key)) node.key = fresh();
    used.add(node.key);
    return node;
  });
}
