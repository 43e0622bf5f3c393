import { apiBlocks } from './api-blocks';
import { codeBlocks } from './code-blocks';
import { containerBlocks } from './container-blocks';
import type { NodeWriters } from './document-writer';
import { inlineOf, textOf } from './inlines';
import { mediaBlocks } from './media-blocks';
import { methodBlocks } from './method-blocks';
import { referenceBlocks } from './reference-blocks';
import { tableBlocks } from './table-blocks';
import { textBlocks } from './text-blocks';

/** The writers of all nodes on a page of a site. */
export const nodeWriters: NodeWriters = {
  blocks: new Map(
    Object.entries({
      ...textBlocks,
      ...codeBlocks,
      ...mediaBlocks,
      ...containerBlocks,
      ...tableBlocks,
      ...referenceBlocks,
      ...apiBlocks,
      ...methodBlocks,
    }),
  ),
  text: textOf,
  inline: inlineOf,
};
