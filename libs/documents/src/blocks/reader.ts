import type { PhrasingContent, RootContent } from 'mdast';
import type { MarkdownContext } from '../inlines/read-markdown';
import type { WriteContext } from '../model/context';
import type { Block, Node } from '../model/model';
import type { Span } from '../syntax/span';

/** What a block family needs in order to read its own Markdown: the readers of what it holds. */
export interface BlockReader {
  context: MarkdownContext;
  blocks(nodes: RootContent[]): Block[];
  phrasing(nodes: PhrasingContent[]): Node[];
  /** Notes where a block stands, where that is asked for. */
  place(block: Block, span: Span | undefined): void;
}

/** What a block family needs in order to write itself: the writers of what it holds. */
export interface BlockWriter {
  context: WriteContext;
  /** Leaves out the spaces that line up the cells of tables. */
  readonly isCompact: boolean;
  /** Blocks as Markdown, one below the other, without a line end behind the last. */
  blocks(blocks: Block[]): string;
  /** Blocks as HTML on one line. */
  htmlBlocks(blocks: Block[]): string;
}

/** Prefixes every line of a text but the empty ones. */
export function indent(text: string, prefix: string): string {
  return text.replace(/^(?=[^\n])/gm, prefix);
}
