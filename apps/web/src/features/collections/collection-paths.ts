import type { Collection } from '../../api/contracts';

type Node = Pick<Collection, 'id' | 'title' | 'parent'>;

export const atTop = '';

/** Every collection as a choice, named with those that it lies in. `without` leaves one out, with all that lies in it. */
export function collectionPaths(collections: readonly Node[], without?: string): { value: string; label: string }[] {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const lineOf = ({ id, parent }: Node): string[] => {
    const above = parent === undefined ? undefined : byId.get(parent);
    return [...(above ? lineOf(above) : []), id];
  };
  return collections
    .map((collection) => ({ value: collection.id, line: lineOf(collection) }))
    .filter(({ line }) => without === undefined || !line.includes(without))
    .map(({ value, line }) => ({ value, label: line.map((id) => byId.get(id)!.title || 'Untitled').join(' / ') }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
