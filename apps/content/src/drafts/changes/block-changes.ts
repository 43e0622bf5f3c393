import type { BlockChange } from '@bindery/contracts';
import { renderMarkdown, type Block, type Document } from '@bindery/documents';
import { contentOf } from '../../model/merge/block-content';
import { blocksByKey } from '../../model/merge/merge-blocks';
import { movedIn } from '../../model/merge/merge-order';

type Blocks = Map<string, Block>;

/**
 * The changes between two versions of a document, by its top-level blocks, in the order of the newer one; a removed block
 * comes after the one that it followed. A block that was edited and moved counts as edited.
 */
export function blockChanges(before: Document | undefined, after: Document | undefined): BlockChange[] {
  const [old, now] = [blocksByKey(before?.nodes ?? []), blocksByKey(after?.nodes ?? [])];
  forgetRenamed(old, now);
  const places = new Map([...old.keys()].map((key, index) => [key, index]));
  const moved = movedIn([...now.keys()], places);
  const removed = removedAfter(old, now);
  const changes = [...now].flatMap(([key, block]) => [
    ...changeOf(key, old.get(key), block, moved.has(key)),
    ...(removed.get(key) ?? []),
  ]);
  return [...(removed.get('') ?? []), ...changes];
}

function changeOf(key: string, before: Block | undefined, after: Block, isMoved: boolean): BlockChange[] {
  const text = markdownOf(after);
  if (!before) return [{ key, type: 'added', after: text }];
  const isSame = contentOf(before) === contentOf(after);
  if (isSame && !isMoved) return [];
  return [{ key, type: isSame ? 'moved' : 'changed', before: isSame ? text : markdownOf(before), after: text }];
}

/** The removed blocks, by the key of the remaining block before them. */
function removedAfter(old: Blocks, now: Blocks): Map<string, BlockChange[]> {
  const removed = new Map<string, BlockChange[]>();
  let at = '';
  for (const [key, block] of old) {
    if (now.has(key)) at = key;
    else listIn(removed, at).push({ key, type: 'removed', before: markdownOf(block) });
  }
  return removed;
}

/** Removes from both versions blocks that differ only in their keys, as those of a page that was rewritten. */
function forgetRenamed(old: Blocks, now: Blocks): void {
  const added = [...now].filter(([key]) => !old.has(key));
  const places = new Map<string, number[]>();
  for (const [index, [, block]] of added.entries()) listIn(places, contentOf(block)).push(index);
  let at = 0;
  for (const [key, block] of [...old].filter(([key]) => !now.has(key))) {
    const same = places.get(contentOf(block)) ?? [];
    while (same.length > 0 && same[0]! < at) same.shift();
    const [found] = same;
    if (found === undefined) continue;
    old.delete(key);
    now.delete(added[found]![0]);
    at = found + 1;
  }
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}

const markdownOf = (block: Block): string => renderMarkdown({ object: 'document', data: {}, nodes: [block] }).trimEnd();
