import type { PhrasingContent, RootContent } from 'mdast';
import type { MarkdownContext } from '../inlines/read-markdown';
import type { WriteContext } from '../model/context';
import type { Block, Node } from '../model/model';
import type { Span } from '../syntax/span';

/** The interface with which a block family reads its own Markdown: the readers of its content. */
export interface BlockReader {
  context: MarkdownContext;
  blocks(nodes: RootContent[]): Block[];
  phrasing(nodes: PhrasingContent[]): Node[];
  /** Records the range of a block, where this is requested. */
  place(block: Block, span: Span | undefined): void;
}

/** The interface with which a block family writes itself: the writers of its content. */
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
