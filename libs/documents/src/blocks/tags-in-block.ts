import { conditionTagsIn, isConditional } from '../html/condition-tags';
import { scanTags } from '../html/tags';
import type { Block, Data, Fragment, Node } from '../model/model';
import { endOfTag, readTag, type Tag } from '../syntax/tag';

/** Data that no reader sees as text, or that is a condition itself. */
const silent = new Set(['expression', 'formula', 'syntax', 'meta']);

/** Whether a block is a kept tag and nothing else. */
export const isTag = ({ type, data: { source } }: Block): boolean =>
  type === 'paragraph' && typeof source === 'string' && wholeTag(source) !== undefined;

const wholeTag = (source: string): Tag | undefined =>
  source.startsWith('{%') && endOfTag(source) === source.length ? readTag(source) : undefined;

/** The tags of conditions in a block, but for those in the `if`s in it and in what was seen. */
export function* tagsOf(node: Node | Fragment, seen: WeakSet<object>): Generator<Tag> {
  if (node.object === 'text') {
    for (const { data } of node.leaves) if (data?.source !== undefined) yield* tagsIn(data.source);
    return;
  }
  if (seen.has(node) || (node.object === 'block' && node.type === 'if')) return;
  if (node.object !== 'fragment') {
    yield* tagsInData(node.data);
    for (const part of node.fragments ?? []) yield* tagsOf(part, seen);
  }
  for (const child of node.nodes ?? []) yield* tagsOf(child, seen);
}

/** Without recursion, as data may nest as deep as JSON does. */
function* tagsInData(data: Data): Generator<Tag> {
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') yield* tagsIn(value);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value).reverse()) if (!silent.has(name)) open.push(member);
  }
}

function tagsIn(source: string): Tag[] {
  if (!source.includes('{%')) return [];
  const whole = wholeTag(source);
  if (whole && isConditional(whole)) return [whole];
  const text = source.startsWith('<') ? withoutCode(source) : source;
  return conditionTagsIn(text).map(readTag);
}

/** HTML without the content of its code, where a tag is but text. */
function withoutCode(html: string): string {
  let result = '';
  let at = 0;
  let depth = 0;
  for (const { kind, name, start, end } of scanTags(html)) {
    if (name !== 'code' && name !== 'pre') continue;
    if (depth === 0) result += html.slice(at, start);
    depth = Math.max(0, depth + (kind === 'open' ? 1 : -1));
    at = end;
  }
  return depth === 0 ? result + html.slice(at) : html;
}
