import { escapeHtml } from '../html/escape';
import type { WriteContext } from '../model/context';
import type { Inline, Mark, Node } from '../model/model';
import { inlineElement, markTags, otherInlineElement } from './inline-html';
import { groupsOf, runsOf, type Run } from './runs';

/** Writes inline content as HTML on one line. */
export function writeHtmlInlines(nodes: Node[], context: WriteContext, inCode = false): string {
  return writeRuns(runsOf(nodes), [], context, inCode);
}

function writeRuns(runs: Run[], outer: Mark[], context: WriteContext, inCode: boolean): string {
  return groupsOf(runs)
    .map((group) => {
      if (!group.mark) return writeItem(group.run, outer, context, inCode);
      const [open, close] = markTags(group.mark, inCode);
      return open + writeRuns(group.runs, [...outer, group.mark], context, inCode) + close;
    })
    .join('');
}

function writeItem({ item }: Run, outer: Mark[], context: WriteContext, inCode: boolean): string {
  if (item.object === 'inline') return writeInline(item, outer, context, inCode);
  if (item.data?.source !== undefined) return item.data.source;
  return inCode
    ? escapeHtml(item.text)
    : item.text
        .split(/\r\n?|\n/)
        .map(escapeText)
        .join('<br>');
}

/** Text in HTML may hold the tags of conditions: signs that are but text are written otherwise. */
const escapeText = (text: string): string => escapeHtml(text).replaceAll('{%', '{&#x25;');

function writeInline(node: Inline, outer: Mark[], context: WriteContext, inCode: boolean): string {
  const known = inlineElement(node, context, escapeHtml);
  if (known !== undefined) return known;
  const content = node.nodes ? writeRuns(runsOf(node.nodes, outer), outer, context, inCode) : '';
  return otherInlineElement(node, content, context);
}
