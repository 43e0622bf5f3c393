import { assignKeys, parsePage, preserveSource, type Block, type Document, type Node, type Page } from '../src';

/** A document as it is stored, with a key for each node. */
export function keyed({ document }: Pick<Page, 'document'>): Document {
  let count = 0;
  return assignKeys(document, () => `k${count++}`);
}

/** A page before and after an edit, and what differs. */
export interface EditedPage {
  before: string;
  after: string;
  /** Lines that are gone and lines that are new, blank ones left out. */
  removed: string[];
  added: string[];
}

export function edited(
  source: string,
  edit: (document: Document) => unknown,
  document = keyed(parsePage(source)),
): EditedPage {
  const next = structuredClone(document);
  edit(next);
  const after = preserveSource({ source, document }, next);
  return { before: source, after, ...differing(source, after) };
}

/** The lines between the first and the last that differ. */
function differing(before: string, after: string): Pick<EditedPage, 'removed' | 'added'> {
  const [was, is] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  // In a quote a blank line has its sign.
  const isText = (line: string) => /[^\s>]/.test(line);
  return {
    removed: was.slice(start, was.length - end).filter(isText),
    added: is.slice(start, is.length - end).filter(isText),
  };
}

/** Paragraphs wherever they stand, with the list that they are in. */
export function* paragraphsOf(blocks: Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.type === 'paragraph' && block.data.source === undefined) yield block;
    yield* paragraphsOf((block.nodes ?? []).filter((node): node is Block => node.object === 'block'));
    for (const part of block.fragments ?? []) yield* paragraphsOf(part.nodes);
  }
}

const word = /\b\p{L}{4,}\b/u;

/** Replaces the first word of a paragraph by another; answers whether it holds one. */
export function changeWord(nodes: Node[]): boolean {
  for (const node of nodes) {
    const leaf = node.object === 'text' && node.leaves.find(({ text, data }) => !data && word.test(text));
    if (!leaf) continue;
    leaf.text = leaf.text.replace(word, 'Zebra');
    return true;
  }
  return false;
}

export const newParagraph = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** All lists of blocks of a document: its own, and those in containers. */
export function* listsOf(blocks: Block[]): Generator<{ list: Block[]; holder: Block | undefined }> {
  yield* below(blocks, undefined);
}

function* below(list: Block[], holder: Block | undefined): Generator<{ list: Block[]; holder: Block | undefined }> {
  if (list.length > 0) yield { list, holder };
  for (const block of list) {
    const children = (block.nodes ?? []).filter((node): node is Block => node.object === 'block');
    if (children.length > 0 && children.length === block.nodes?.length) yield* below(block.nodes as Block[], block);
    const body = block.type === 'expandable' ? block.fragments?.[1]?.nodes : undefined;
    if (body) yield* below(body, block);
  }
}
