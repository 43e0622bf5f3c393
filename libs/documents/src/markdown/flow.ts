import type { RootContent } from 'mdast';
import { readCode } from '../blocks/code';
import { readHtmlBlocks } from '../blocks/html-blocks';
import { readList } from '../blocks/list';
import { rawBlock } from '../blocks/raw';
import type { BlockReader } from '../blocks/reader';
import { readTable } from '../blocks/table-gfm';
import { readTagBlocks } from '../blocks/tag-blocks';
import { readHeading, readParagraph } from '../blocks/text';
import { readExpandable, summaryOf } from '../blocks/expandable';
import { readPhrasing, type MarkdownContext } from '../inlines/read-markdown';
import { block, isBlock } from '../model/build';
import { maximumTagDepth } from '../model/limits';
import type { Block } from '../model/model';
import { detailsName, itemsOf, matchItems, type Item } from './items';

/** Reads flow content into blocks. */
export class FlowReader implements BlockReader {
  private depth = 0;

  constructor(readonly context: MarkdownContext) {}

  blocks(nodes: RootContent[]): Block[] {
    const items = itemsOf(nodes, (node) => this.context.sourceOf(node));
    return this.range(items, matchItems(items), 0, items.length);
  }

  phrasing(nodes: Parameters<BlockReader['phrasing']>[0]) {
    return readPhrasing(nodes, this.context);
  }

  private range(items: Item[], matches: Map<number, number>, from: number, to: number): Block[] {
    const result: Block[] = [];
    for (let index = from; index < to; index++) {
      const item = items[index] as Item;
      const end = matches.get(index);
      if (item.kind === 'open' && end !== undefined && this.depth < maximumTagDepth) {
        for (const block of this.container(item, items, matches, index, end)) result.push(block);
        index = end;
      } else for (const block of this.single(item)) result.push(block);
    }
    return result;
  }

  private container(
    item: Extract<Item, { kind: 'open' }>,
    items: Item[],
    matches: Map<number, number>,
    index: number,
    end: number,
  ): Block[] {
    const first = items[index + 1];
    const summary = item.name === detailsName && first?.kind === 'html' ? summaryOf(first.source) : undefined;
    this.depth++;
    const content = this.range(items, matches, summary ? index + 2 : index + 1, end);
    this.depth--;
    if (item.name === detailsName) return [readExpandable(item.source, summary, content, this.context)];
    const blocks = readTagBlocks(item.tag, content, this.context, item.line);
    if (blocks) return blocks;
    this.context.problem(item.line, `Unknown block ${item.source}`);
    return [rawBlock(item.source), ...content, rawBlock((items[end] as { source: string }).source)];
  }

  private single(item: Item): Block[] {
    switch (item.kind) {
      case 'node':
        return this.node(item.node);
      case 'html':
        return readHtmlBlocks(item.source, this.context) ?? [rawBlock(item.source)];
      case 'open': {
        const blocks = readTagBlocks(item.tag, undefined, this.context, item.line);
        if (!blocks) this.context.problem(item.line, `${item.source} is unknown or has no end`);
        return blocks ?? [rawBlock(item.source)];
      }
      case 'close':
        this.context.problem(item.line, `${item.source} ends nothing`);
        return [rawBlock(item.source)];
    }
  }

  private node(node: RootContent): Block[] {
    switch (node.type) {
      case 'paragraph':
        return [readParagraph(node, this)];
      case 'heading':
        return [readHeading(node, this)];
      case 'list':
        return this.nested(() => readList(node, this));
      case 'blockquote':
        return this.nested(() => [block('blockquote', {}, this.blocks(node.children))]);
      case 'code':
        return [readCode(node, this.context.sourceOf(node))];
      case 'math':
        return [block('math', { formula: node.value })];
      case 'thematicBreak':
        return [block('divider', {})];
      case 'table':
        return [readTable(node, this)];
      case 'footnoteDefinition':
      case 'definition':
        return this.context.isReferred(node) ? [] : [rawBlock(this.context.sourceOf(node))];
      default:
        return [rawBlock(this.context.sourceOf(node))];
    }
  }

  private nested(read: () => Block[]): Block[] {
    this.depth++;
    try {
      return read().filter(isBlock);
    } finally {
      this.depth--;
    }
  }
}
