import type { Root } from 'mdast';
import { fromMarkdown, type Extension as FromMarkdownExtension } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { math } from 'micromark-extension-math';
import { combineExtensions } from 'micromark-util-combine-extensions';
import type { Extension } from 'micromark-util-types';
import { htmlSyntax } from '../syntax/html-syntax';
import { limitsSyntax } from './limits-syntax';
import { tagFromMarkdown, tagSyntax } from './tag-syntax';

/**
 * GFM without its literal autolinks, which cost as much as all the rest: `literals.ts` finds bare URLs in text.
 * Math is `$$…$$` only, so that prices stay prices. They are combined once, as the parser combines what it is given anew
 * for each text.
 */
const extension = combineExtensions([
  limitsSyntax,
  gfmFootnote(),
  gfmStrikethrough({ singleTilde: false }),
  gfmTable(),
  gfmTaskListItem(),
  math({ singleDollarTextMath: false }),
  htmlSyntax,
  tagSyntax,
]) as Extension;

const mdastExtensions: FromMarkdownExtension[] = [
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  mathFromMarkdown(),
  tagFromMarkdown,
];

/** The options of the parser with more extensions of the tree. */
export const placedExtensions = (more: FromMarkdownExtension[]) => ({
  extensions: [extension],
  mdastExtensions: [...mdastExtensions, ...more],
});

/** The syntax tree of a Markdown body in the Git Sync dialect. */
export function readTree(markdown: string): Root {
  return fromMarkdown(markdown, placedExtensions([]));
}
