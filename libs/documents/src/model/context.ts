import type { Block, ContentRef, LinkUse } from './model';

/** The page around the readers of Markdown and HTML. */
export interface ReadContext {
  refOf(url: string, use: LinkUse): ContentRef;
  /** The blocks of a footnote, or undefined when there is none of that name (or it is being read already). */
  footnote(name: string): Block[] | undefined;
  problem(line: number, message: string): void;
  /** Reports something in the block that is being read. */
  notice(message: string): void;
  /** Reads blocks of HTML, and puts each into an `if` of the conditions around it and in its text. */
  hide(read: () => Block[] | undefined): Block[] | undefined;
}

/** The page around the writers. */
export interface WriteContext {
  urlOf(ref: ContentRef): string;
  titleOf(ref: ContentRef): string;
  /** Takes the body of an annotation and answers the number of the footnote that will hold it. */
  footnote(body: Block[]): number;
}
