import { escapeLine, formatUrl } from '../inlines/escape-markdown';
import { refOfData } from '../inlines/inline-html';
import type { WriteContext } from '../model/context';
import type { Block } from '../model/model';

/** The link that repeats for readers of the Markdown where a block of one reference leads. */
export function formatTitleOf(node: Block, context: WriteContext): string {
  const ref = refOfData(node.data.ref);
  const url = context.urlOf(ref);
  return `[${escapeLine(context.titleOf(ref), { lineStart: false, lineEnd: false })}](${formatUrl(url)})`;
}
