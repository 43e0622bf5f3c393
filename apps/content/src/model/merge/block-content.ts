import type { Block, Fragment, Node } from '@bindery/documents';
import { canonicalJson } from '../../storage/store/canonical-json';

type Part = Node | Fragment;

/** A copy without keys and derived fields. Cells of tables keep a name, by which the table refers to them. */
export function withoutKeys<T extends Part>(part: T): T {
  const { key, ...rest } = part;
  const copy: Record<string, unknown> = { ...rest };
  if (part.object === 'fragment' && part.fragment === undefined && key !== undefined) copy.fragment = key;
  delete copy.meta;
  if (part.object === 'text') return copy as unknown as T;
  if (part.nodes) copy.nodes = part.nodes.map((node: Node) => withoutKeys(node));
  if (part.object !== 'fragment' && part.fragments) copy.fragments = part.fragments.map(withoutKeys);
  return copy as unknown as T;
}

/** Whether two blocks have the same content, apart from the keys of their parts. */
export const saysTheSame = (one: Block, other: Block): boolean => contentOf(one) === contentOf(other);

export const contentOf = (block: Block): string => canonicalJson(withoutKeys(block));
