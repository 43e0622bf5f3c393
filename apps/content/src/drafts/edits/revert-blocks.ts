import type { Block, Document } from '@bindery/documents';

const empty: Document = { object: 'document', data: {}, nodes: [] };

interface Place {
  list: Block[];
  index: number;
  /** The blocks that contain it, by key, outermost first. */
  above: string[];
}

/**
 * A copy of `now` in which the blocks of these keys are as they were `before`: changed ones are reverted, removed ones
 * restored at their position, added ones removed. `unknown` is a key that is in neither.
 */
export function revertBlocks(
  now: Document = empty,
  before: Document = empty,
  keys: readonly string[],
): { document: Document; unknown?: string } {
  const document = structuredClone(now);
  for (const key of keys) {
    const at = find(document.nodes, key);
    const was = find(before.nodes, key);
    if (!at && !was) return { document, unknown: key };
    if (!was) at!.list.splice(at!.index, 1);
    else if (at) at.list[at.index] = structuredClone(was.list[was.index]!);
    else putBack(document, was);
  }
  return { document };
}

/** After the nearest previous block that still exists, in its former list; at the top where that list is gone. */
function putBack(document: Document, was: Place): void {
  const holder = was.above.length > 0 ? find(document.nodes, was.above.at(-1)!) : undefined;
  const list = holder ? ((holder.list[holder.index]!.nodes as Block[] | undefined) ?? document.nodes) : document.nodes;
  let index = 0;
  for (let before = was.index - 1; before >= 0 && index === 0; before--)
    index = list.findIndex(({ key }) => key === was.list[before]!.key) + 1;
  list.splice(index, 0, structuredClone(was.list[was.index]!));
}

function find(list: Block[], key: string, above: string[] = []): Place | undefined {
  for (const [index, block] of list.entries()) {
    if (block.object !== 'block') continue;
    if (block.key === key) return { list, index, above };
    const inside = [...above, block.key ?? ''];
    const lists = [(block.nodes ?? []) as Block[], ...(block.fragments ?? []).map(({ nodes }) => nodes)];
    for (const one of lists) {
      const found = find(one, key, inside);
      if (found) return found;
    }
  }
  return undefined;
}
