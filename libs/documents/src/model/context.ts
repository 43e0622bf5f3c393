import type { Block, ContentRef, LinkUse } from './model';

/** What readers of Markdown and HTML need to know of the page around them. */
export interface ReadContext {
  refOf(url: string, use: LinkUse): ContentRef;
  /** The blocks of a footnote, or undefined when there is none of that name (or it is being read already). */
  footnote(name: string): Block[] | undefined;
  problem(line: number, message: string): void;
}

/** What writers need to know of the page around them. */
export interface WriteContext {
  urlOf(ref: ContentRef): string;
  titleOf(ref: ContentRef): string;
  /** Takes the body of an annotation and answers the number of the footnote that will hold it. */
  footnote(body: Block[]): number;
}
