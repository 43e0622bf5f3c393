import type { Block, Data, Document, Fragment, Inline, Leaf, Node } from '@bindery/documents';

/** A piece of text of a document, and how to put its translation in its place. */
interface Slot {
  text: string;
  put: (translated: string) => void;
}

/** Texts that blocks and inlines show from their data; everything else there is structure, code or a reference. */
const shown: Record<string, string[]> = {
  'tabs-item': ['title'],
  image: ['alt'],
  'inline-image': ['alt', 'caption'],
  button: ['label'],
  prompt: ['description'],
  'swagger-method': ['summary'],
  'swagger-response': ['description'],
};

/** Blocks that are code and not translated. */
const codeBlocks = new Set(['code', 'code-line']);
const codeMarks = new Set(['code', 'keyboard']);

/**
 * The texts of a document in reading order, to be translated: all that readers read, and nothing of code, links, expressions,
 * variables and structure. `withTexts` answers a copy with other texts in their place.
 */
export function translatable(document: Document): { texts: string[]; withTexts: (texts: string[]) => Document } {
  const copy = structuredClone(document);
  const slots: Slot[] = [];
  for (const block of copy.nodes) visit(block, slots);
  return {
    texts: slots.map(({ text }) => text),
    withTexts: (texts) => {
      for (const [index, { put }] of slots.entries()) put(texts[index]!);
      return copy;
    },
  };
}

function visit(node: Node | Fragment, slots: Slot[]): void {
  if (node.object === 'text') {
    for (const leaf of node.leaves) visitLeaf(leaf, slots);
    return;
  }
  if (node.object !== 'fragment') {
    if (codeBlocks.has(node.type)) return;
    visitData(node, slots);
    for (const part of node.fragments ?? []) visit(part, slots);
  }
  for (const child of node.nodes ?? []) visit(child, slots);
}

function visitLeaf(leaf: Leaf, slots: Slot[]): void {
  if (leaf.data?.source !== undefined || leaf.marks.some(({ type }) => codeMarks.has(type))) return;
  addSlot(leaf, 'text', slots);
}

function visitData({ type, data }: Block | Inline, slots: Slot[]): void {
  for (const name of (Object.hasOwn(shown, type) ? shown[type] : undefined) ?? []) addSlot(data, name, slots);
  if (type !== 'table') return;
  for (const column of Object.values((data.definition ?? {}) as Record<string, Data>)) {
    addSlot(column, 'title', slots);
    for (const option of Array.isArray(column.options) ? (column.options as Data[]) : [])
      addSlot(option, 'label', slots);
  }
}

/** White space around a text is the document's and not the translator's. */
function addSlot(holder: object, name: string, slots: Slot[]): void {
  const value = (holder as Data)[name];
  if (typeof value !== 'string' || !isProse(value)) return;
  const text = value.trim();
  const [before, after] = [value.slice(0, value.indexOf(text)), value.slice(value.indexOf(text) + text.length)];
  slots.push({ text, put: (translated) => ((holder as Data)[name] = before + translated.trim() + after) });
}

/** Whether there are words in it that mean something in a language: an address or a placeholder does not. */
export function isProse(text: string): boolean {
  const bare = text.trim();
  return /\p{L}/u.test(bare) && !isAddress(bare) && !/^(\{\{.*\}\}|\{%.*%\})$/s.test(bare);
}

/** Of the web or of mail. It looks for signs one after the other, as an expression for all takes the cube of the length. */
function isAddress(text: string): boolean {
  if (/\s/.test(text)) return false;
  const scheme = text.indexOf('://', 1);
  const at = text.indexOf('@', 1);
  return (scheme > 0 && scheme + 3 < text.length) || (at > 0 && text.lastIndexOf('.', text.length - 2) > at + 1);
}

export const wordsIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
