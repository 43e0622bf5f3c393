import type { List, ListItem } from 'mdast';
import { element } from '../html/escape';
import { elementsOf, isBlank, type HtmlElement, type HtmlNode } from '../html/fragment';
import { block, blocksOf, paragraph, text } from '../model/build';
import type { Block, Data } from '../model/model';
import { rangeOf } from '../syntax/span';
import { withoutImplied } from './conditions';
import { indent, type BlockReader, type BlockWriter } from './reader';

/**
 * Lists: unordered, ordered and of tasks. Markdown may mix tasks with other items in one list; here each run of one
 * kind is a list of its own. Lists are always written tight.
 */
export function readList(node: List, reader: BlockReader): Block[] {
  const lists: Block[] = [];
  let start = node.start ?? 1;
  let from = 0;
  for (const item of node.children) {
    const type =
      item.checked === null || item.checked === undefined
        ? node.ordered
          ? 'list-ordered'
          : 'list-unordered'
        : 'list-tasks';
    let list = lists.at(-1);
    if (list?.type !== type) {
      list = block(type, type === 'list-ordered' && start !== 1 ? { start } : {}, []);
      lists.push(list);
      from = rangeOf(item)?.start ?? 0;
    }
    list.nodes?.push(readItem(item, reader));
    const end = rangeOf(item)?.end ?? 0;
    reader.place(list, { start: from, end, inside: { start: from, end } });
    start++;
  }
  return lists;
}

function readItem(item: ListItem, reader: BlockReader): Block {
  const nodes = reader.blocks(item.children);
  const isTask = item.checked !== null && item.checked !== undefined;
  if (isTask && nodes[0]?.data.source === noText) nodes.shift();
  const read = block('list-item', isTask ? { checked: item.checked } : {}, orEmpty(nodes));
  const range = rangeOf(item);
  const first = item.children[0] && rangeOf(item.children[0]);
  reader.place(read, range && { ...range, inside: first && { start: first.start, end: range.end } });
  return read;
}

/** An item always holds something to write in. */
const orEmpty = (nodes: Block[]) => (nodes.length > 0 ? nodes : [paragraph([text()])]);

/** A task needs text behind its box: this stands for none, where the item starts with another block. */
const noText = '<!--task-->';

export const isTaskList = (list: Block): boolean => list.type === 'list-tasks';

export const listTypes = new Set(['list-unordered', 'list-ordered', 'list-tasks']);

/**
 * Writes a list. `alternate` takes the other of the two markers, for a list right behind another of the same family,
 * which Markdown would otherwise read as one.
 */
export function writeList(list: Block, writer: BlockWriter, alternate: boolean): string {
  const ordered = list.type === 'list-ordered';
  const start = typeof list.data.start === 'number' ? list.data.start : 1;
  return blocksOf(list)
    .map((item, index) => {
      const marker = ordered ? `${start + index}${alternate ? ')' : '.'} ` : alternate ? '- ' : '* ';
      return writeItem(item, list.type === 'list-tasks', marker, writer);
    })
    .join('\n');
}

export function writeItem(item: Block, task: boolean, marker: string, writer: BlockWriter): string {
  const nodes = blocksOf(item).map(withoutImplied);
  const box = task ? `[${item.data.checked === true ? 'x' : ' '}] ` : '';
  const empty = nodes.length === 1 && nodes[0] && isEmptyParagraph(nodes[0]);
  if (empty) return task ? `${marker}${box}<!---->` : marker.trimEnd();
  const padding = ' '.repeat(marker.length);
  const content = indent(writeContent(nodes, task, writer), padding).slice(padding.length);
  return marker + box + content;
}

function writeContent(nodes: Block[], task: boolean, writer: BlockWriter): string {
  if (!task || nodes[0]?.type === 'paragraph') {
    const [first, ...rest] = nodes;
    if (task && first && isEmptyParagraph(first)) return ['<!---->', writer.blocks(rest)].filter(Boolean).join('\n\n');
    return task && first ? writeTask(first, rest, writer) : writer.blocks(nodes);
  }
  return `${noText}\n\n${writer.blocks(nodes)}`;
}

function writeTask(first: Block, rest: Block[], writer: BlockWriter): string {
  const plain = first.data.align === undefined && first.data.source === undefined;
  return plain ? writer.blocks([first, ...rest]) : `${noText}\n\n${writer.blocks([first, ...rest])}`;
}

export function isEmptyParagraph(node: Block): boolean {
  return (
    node.type === 'paragraph' &&
    node.data.align === undefined &&
    node.data.source === undefined &&
    (node.nodes ?? []).every(
      (child) => child.object === 'text' && child.leaves.every((leaf) => leaf.text === '' && !leaf.data),
    )
  );
}

/** Whether a list can be written as Markdown: nothing but items, numbered as Markdown can number. */
export function canWriteList(list: Block): boolean {
  const { start } = list.data;
  const numbered =
    start === undefined || (Number.isInteger(start) && Number(start) >= 0 && Number(start) < 100_000_000);
  return numbered && blocksOf(list).length > 0 && blocksOf(list).every((item) => item.type === 'list-item');
}

export function writeListHtml(list: Block, writer: BlockWriter): string {
  const ordered = list.type === 'list-ordered';
  const start = typeof list.data.start === 'number' ? list.data.start : undefined;
  const items = blocksOf(list).map((item) => {
    const box =
      list.type === 'list-tasks' ? `<input type="checkbox"${item.data.checked === true ? ' checked' : ''}>` : '';
    return element('li', {}, box + writer.htmlBlocks(blocksOf(item)));
  });
  return element(
    ordered ? 'ol' : 'ul',
    { start, class: list.type === 'list-tasks' ? 'contains-task-list' : undefined },
    items.join(''),
  );
}

/**
 * Reads `<ul>` and `<ol>`; `blocks` reads the content of an item. A list that is no item belongs to the item before it, as
 * some editors write one. Undefined for a list with other content.
 */
export function readHtmlList(node: HtmlElement, blocks: (content: HtmlNode[]) => Block[]): Block | undefined {
  const isTasks = node.attributes.class === 'contains-task-list';
  const items: Block[] = [];
  for (const child of node.children) {
    if (isBlank(child)) continue;
    if (child.kind !== 'element' || !['li', 'ul', 'ol'].includes(child.name)) return undefined;
    if (child.name === 'li') items.push(readHtmlItem(child, isTasks, blocks));
    else if (items.length === 0) items.push(itemOf(blocks([child]), isTasks ? false : undefined));
    else items.at(-1)!.nodes!.push(...blocks([child]));
  }
  const start = Number(node.attributes.start);
  const data: Data = Number.isInteger(start) && start !== 1 && node.attributes.start !== undefined ? { start } : {};
  return block(
    isTasks ? 'list-tasks' : node.name === 'ol' ? 'list-ordered' : 'list-unordered',
    node.name === 'ol' ? data : {},
    items,
  );
}

function readHtmlItem(item: HtmlElement, isTask: boolean, blocks: (content: HtmlNode[]) => Block[]): Block {
  const [first] = elementsOf(item);
  const box = isTask && first?.name === 'input' ? first : undefined;
  const content = blocks(item.children.filter((child) => child !== box));
  return itemOf(content, isTask ? box?.attributes.checked !== undefined : undefined);
}

const itemOf = (content: Block[], checked: boolean | undefined): Block =>
  block('list-item', checked === undefined ? {} : { checked }, orEmpty(content));
