import type { Blockquote, RootContent } from 'mdast';
import { readCode } from '../blocks/code';
import { branchConditions, conditionOf, Conditions } from '../blocks/conditions';
import { rawHtml, readHtmlBlocks } from '../blocks/html-blocks';
import { readList } from '../blocks/list';
import { rawBlock } from '../blocks/raw';
import type { BlockReader } from '../blocks/reader';
import { readTable } from '../blocks/table-gfm';
import { readTagBlocks } from '../blocks/tag-blocks';
import { partTypes, specOf } from '../blocks/tag-table';
import { readHeading, readParagraph } from '../blocks/text';
import { readExpandable, summaryOf } from '../blocks/expandable';
import { readPhrasing, type MarkdownContext } from '../inlines/read-markdown';
import { isBranch } from '../html/condition-tags';
import { block, isBlock } from '../model/build';
import { maximumTagDepth } from '../model/limits';
import type { Block } from '../model/model';
import { rangeOf, type Span, type Spans } from '../syntax/span';
import type { Tag } from '../syntax/tag';
import { readAlert } from './alert';
import { detailsName, itemsOf, matchItems, type Item } from './items';

const inText = 'A condition within a text hides all of its block: put its tags on lines of their own';

/** Reads flow content into blocks. */
export class FlowReader implements BlockReader {
  private depth = 0;
  /** Where the block begins that is being read. */
  line = 1;
  private reported = 0;
  private readonly conditions = new Conditions(() => this.reportCondition());

  constructor(
    readonly context: MarkdownContext,
    private readonly spans?: Spans,
  ) {}

  place(block: Block, span: Span | undefined): void {
    if (span) this.spans?.set(block, span);
  }

  blocks(nodes: RootContent[]): Block[] {
    const items = itemsOf(nodes, (node) => this.context.sourceOf(node));
    return this.range(items, matchItems(items), 0, items.length);
  }

  /** Reads what stands elsewhere in the page: a footnote. */
  apart(nodes: RootContent[]): Block[] {
    return this.conditions.apart(() => this.blocks(nodes));
  }

  /** Reads blocks that stand where no tag does: in HTML, or in a cell. */
  hide(read: () => Block[] | undefined): Block[] | undefined {
    return this.conditions.hide(read);
  }

  /** Once for a line. */
  private reportCondition(): void {
    if (this.line !== this.reported) this.context.problem(this.line, inText);
    this.reported = this.line;
  }

  phrasing(nodes: Parameters<BlockReader['phrasing']>[0]) {
    return readPhrasing(nodes, this.context);
  }

  private range(items: Item[], matches: Map<number, number>, from: number, to: number): Block[] {
    const result: Block[] = [];
    for (let index = from; index < to; index++) {
      const item = items[index]!;
      const end = this.depth < maximumTagDepth ? matches.get(index) : undefined;
      this.line = item.kind === 'node' ? (item.node.position?.start.line ?? 1) : item.line;
      const isPart = item.kind === 'open' && partTypes.has(specOf(item.tag)?.type ?? '');
      const blocks = this.conditions.hide(
        () =>
          item.kind === 'open' && end !== undefined
            ? this.container(item, items, matches, index, end)
            : this.placed(item),
        isPart,
      );
      for (const block of blocks) {
        this.placeAround(block);
        result.push(block);
      }
      index = end ?? index;
    }
    return result;
  }

  private placed(item: Item): Block[] {
    const blocks = this.single(item);
    const range = item.kind === 'node' ? rangeOf(item.node) : item.range;
    // A list has given its parts their places.
    for (const block of blocks) if (!this.spans?.has(block)) this.place(block, range);
    return blocks;
  }

  /** An `if` that the text of a block makes stands where that does. */
  private placeAround(block: Block): void {
    const span = this.spans?.has(block) ? undefined : this.spans?.get(block.nodes?.[0] ?? block);
    const range = span && { start: span.start, end: span.end };
    this.place(block, range && { ...range, inside: range });
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
    const isCondition = conditionOf(item.tag) !== undefined;
    this.depth++;
    const content = isCondition
      ? this.branches(item.tag, items, matches, index, end)
      : this.range(items, matches, summary ? index + 2 : index + 1, end);
    this.depth--;
    const last = items[end] as Extract<Item, { kind: 'close' }>;
    const opening = summary ? (first as Extract<Item, { kind: 'html' }>).range : item.range;
    const whole = item.range && last.range && { start: item.range.start, end: last.range.end };
    const inside = opening && last.range && { start: opening.end, end: last.range.start };
    const blocks = isCondition
      ? content
      : item.name === detailsName
        ? [readExpandable(item.source, summary, content, this.context)]
        : readTagBlocks(item.tag, content, this.context, item.line);
    if (blocks) {
      // Stray text in a block is read with it: neither has a source position of its own.
      for (const block of blocks)
        this.place(block, whole && { ...whole, inside: blocks.length === 1 ? inside : undefined });
      return blocks;
    }
    this.context.problem(item.line, `Unknown block ${item.source}`);
    const raw = [rawBlock(item.source), rawBlock(last.source)] as const;
    this.place(raw[0], item.range);
    this.place(raw[1], last.range);
    return [raw[0], ...content, raw[1]];
  }

  /** An `if` for each branch of a condition. */
  private branches(opening: Tag, items: Item[], matches: Map<number, number>, index: number, end: number): Block[] {
    const starts: { at: number; tag: Tag }[] = [];
    for (let at = index + 1; at < end; at = (matches.get(at) ?? at) + 1) {
      const item = items[at]!;
      if (item.kind === 'open' && isBranch(item.name)) starts.push({ at, tag: item.tag });
    }
    const conditions = branchConditions(
      opening,
      starts.map(({ tag }) => tag),
    );
    return conditions.map((expression, branch) => {
      const from = branch === 0 ? index : starts[branch - 1]!.at;
      const to = starts[branch]?.at ?? end;
      const content = this.conditions.inBranch(expression, () => this.range(items, matches, from + 1, to));
      return block('if', { expression }, content);
    });
  }

  private single(item: Item): Block[] {
    switch (item.kind) {
      case 'node':
        return this.node(item.node);
      case 'html':
        return this.hide(() => readHtmlBlocks(item.source, this.context)) ?? [rawHtml(item.source, this.context)];
      case 'open': {
        const blocks = readTagBlocks(item.tag, undefined, this.context, item.line);
        if (!blocks) this.context.problem(item.line, `${item.source} is unknown or has no end`);
        return blocks ?? [rawBlock(item.source)];
      }
      case 'close':
        this.context.problem(item.line, `${item.source} has no beginning`);
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
        return this.nested(() => [this.quote(node)]);
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

  private quote(node: Blockquote): Block {
    const alert = readAlert(node, this.context.source);
    const content = alert?.content ?? node.children;
    const quote = alert
      ? block('hint', { style: alert.style }, this.blocks(content))
      : block('blockquote', {}, this.blocks(content));
    const range = rangeOf(node);
    const first = content[0] && rangeOf(content[0]);
    this.place(quote, range && { ...range, isQuote: true, inside: first && { start: first.start, end: range.end } });
    return quote;
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
