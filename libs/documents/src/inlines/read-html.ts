import { elementsOf, textOf, type HtmlElement, type HtmlNode } from '../html/fragment';
import type { ReadContext } from '../model/context';
import { InlineBuilder } from '../model/inline-builder';
import { withoutLastLineEnd } from '../model/line-ends';
import type { Mark, Node } from '../model/model';
import { readElement } from './element';

/** Reads the inline content of a piece of HTML. Line ends and the indentation after them are one space. */
export function readHtmlInlines(nodes: HtmlNode[], context: ReadContext): Node[] {
  const builder = new InlineBuilder();
  read(trimLines(nodes), [], builder, context);
  return builder.finish();
}

export function read(nodes: HtmlNode[], marks: Mark[], builder: InlineBuilder, context: ReadContext): void {
  for (const node of nodes) {
    if (node.kind === 'text') builder.add(node.value.replace(/(?<![ \t])[ \t]*\n\s*/g, ' '), marks);
    else if (node.kind === 'tag') builder.addSource(node.source, marks);
    else if (node.kind === 'comment') {
      if (node.value !== '') builder.addSource(node.source, marks);
    } else readHtmlElement(node, marks, builder, context);
  }
}

function readHtmlElement(node: HtmlElement, marks: Mark[], builder: InlineBuilder, context: ReadContext): void {
  const understood = readElement(
    {
      name: node.name,
      attributes: node.attributes,
      text: () => textOf(node.children),
      voids: () => elementsOf(node),
      into: (target, inner) => read(node.children, inner, target, context),
    },
    marks,
    builder,
    context,
  );
  if (understood) return;
  if (node.open) builder.addSource(node.open, marks);
  read(node.children, marks, builder, context);
  if (node.close) builder.addSource(node.close, marks);
}

/** Drops what stands before the first and after the last line end when it is only indentation. */
function trimLines(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.map((node, index) => {
    if (node.kind !== 'text') return node;
    let { value } = node;
    if (index === 0) value = value.replace(/^[ \t]*\n\s*/, '');
    if (index === nodes.length - 1) value = withoutLastLineEnd(value);
    return { kind: 'text', value };
  });
}
