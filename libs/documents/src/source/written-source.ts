import { splitFrontMatter } from '../markdown/front-matter';
import { readPlaced, type PlacedBody } from '../markdown/read';
import { fragmentOf, blocksOf } from '../model/build';
import type { Block, Document } from '../model/model';
import { KnownLinks } from './known-links';
import type { WrittenDocument } from './written-document';

/** A Markdown file, read with the place of each block. Its lines end in `\n`. */
export interface WrittenSource extends PlacedBody {
  /** Byte order mark and front matter. */
  head: string;
  body: string;
  /** The blocks as the document has them, with their keys: those of `nodes` at the same places. */
  document: Document;
  links: KnownLinks;
}

export function readWritten({ source, document }: WrittenDocument): WrittenSource {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length).replace(/\r\n?/g, '\n');
  const { body } = splitFrontMatter(text);
  const placed = readPlaced(body, true);
  const links = new KnownLinks();
  links.learn({ ...document, nodes: placed.nodes }, document);
  links.resolve(placed.nodes);
  return { ...placed, head: mark + text.slice(0, text.length - body.length), body, document, links };
}

/** The blocks that a block holds as a list of their own, where there is one. */
export function childrenOf(block: Block): Block[] {
  if (block.type === 'expandable') return fragmentOf(block, 'expandable-body')?.nodes ?? [];
  return blocksOf(block);
}

/** The blocks of a document where they are those of its file, one by one; else those of the file itself. */
export function twinsOf(stored: readonly Block[], read: readonly Block[]): readonly Block[] {
  const isSame = stored.length === read.length && stored.every(({ type }, index) => type === read[index]!.type);
  return isSame ? stored : read;
}
