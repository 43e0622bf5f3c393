import GithubSlugger from 'github-slugger';
import { blocksOf, fragmentOf } from './build';
import type { Block, Document, Node } from './model';

/**
 * Gives headings, tabs and expandables the anchor by which a link reaches them, as `meta.id`: the id that was set by
 * hand (`data.id`), else the slug of the text as GitHub makes it, numbered where it is taken. Sets of ids by hand come first,
 * so that they never move.
 */
export function withAnchors(document: Document): Document {
  const slugger = new GithubSlugger();
  const blocks: Block[] = [];
  collect(document.nodes, blocks);
  for (const { data } of blocks) if (typeof data.id === 'string') slugger.slug(data.id, true);
  for (const block of blocks) {
    const id = typeof block.data.id === 'string' ? block.data.id : slugger.slug(anchorText(block) || 'undefined');
    block.meta = { ...block.meta, id };
  }
  return document;
}

const headings = new Set(['heading-1', 'heading-2', 'heading-3']);
export const isHeading = (block: Block) => headings.has(block.type);

function collect(nodes: Block[], found: Block[]): void {
  for (const node of nodes) {
    if (isHeading(node) || node.type === 'tabs-item' || node.type === 'expandable') found.push(node);
    collect(blocksOf(node), found);
    for (const part of node.fragments ?? []) collect(part.nodes, found);
  }
}

function anchorText(block: Block): string {
  if (block.type === 'tabs-item') return typeof block.data.title === 'string' ? block.data.title : '';
  if (block.type === 'expandable') return inlineText(fragmentOf(block, 'expandable-title')?.nodes ?? []);
  return inlineText(block.nodes ?? []);
}

/** The text of a heading or title, as a slug is made of it. */
export function inlineText(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      if (node.type === 'button' && typeof node.data.label === 'string') return node.data.label;
      return node.nodes ? inlineText(node.nodes) : '';
    })
    .join('')
    .trim();
}
