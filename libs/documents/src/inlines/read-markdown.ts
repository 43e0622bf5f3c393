import type { Definition, FootnoteDefinition, Html, Nodes, PhrasingContent } from 'mdast';
import { readHtmlTag, isVoidElement, type HtmlTag } from '../html/tags';
import { inline } from '../model/build';
import type { ReadContext } from '../model/context';
import { InlineBuilder } from '../model/inline-builder';
import { onOneLine } from '../model/line-ends';
import { withMark } from '../model/marks';
import type { Data, Mark, Node } from '../model/model';
import { annotation, linkData, readElement } from './element';
import { addText } from './literals';

/** The page that Markdown content stands in: its source, its link definitions and what all readers need. */
export interface MarkdownContext extends ReadContext {
  /** The text that the offsets of nodes are in. */
  readonly source: string;
  /** Where a node stands in the page, without what containers around it put before its lines. */
  sourceOf(node: Nodes): string;
  definition(identifier: string): Definition | undefined;
  isReferred(node: Definition | FootnoteDefinition): boolean;
}

/** Elements and emphasis nest at most this deep; what is deeper keeps its text. */
const maximumInlineDepth = 40;

/** Reads the inline content of a paragraph, heading or cell. */
export function readPhrasing(children: PhrasingContent[], context: MarkdownContext): Node[] {
  const builder = new InlineBuilder();
  new PhrasingReader(builder, context, false, 0).read(children, []);
  return builder.finish();
}

class PhrasingReader {
  constructor(
    private readonly builder: InlineBuilder,
    private readonly context: MarkdownContext,
    private readonly inLink: boolean,
    private readonly depth: number,
  ) {}

  read(children: PhrasingContent[], marks: Mark[]): void {
    const pairs = children.some((child) => child.type === 'html') ? pairTags(children) : undefined;
    for (let index = 0; index < children.length; index++) {
      const child = children[index] as PhrasingContent;
      if (child.type !== 'html') this.readNode(child, marks);
      else index = this.readHtml(children, index, pairs as Pairs, marks);
    }
  }

  private readNode(node: PhrasingContent, marks: Mark[]): void {
    const { builder, context } = this;
    switch (node.type) {
      case 'text':
        return addText(node.value, this.context.sourceOf(node), marks, builder, this.inLink ? undefined : context);
      case 'strong':
        return this.within().read(node.children, withMark(marks, 'bold'));
      case 'emphasis':
        return this.within().read(node.children, withMark(marks, 'italic'));
      case 'delete':
        return this.within().read(node.children, withMark(marks, 'strikethrough'));
      case 'inlineCode':
        return builder.add(node.value, withMark(marks, 'code'));
      case 'break':
        return builder.add('\n', marks);
      case 'inlineMath':
        return builder.push(inline('inline-math', { formula: onOneLine(node.value) }));
      case 'image':
        return builder.push(this.image(node.url, node.alt, node.title));
      case 'link':
        return this.readLink(node.url, node.title, node.children, marks);
      case 'footnoteReference':
        return this.readFootnote(node.identifier, this.context.sourceOf(node), marks);
      case 'linkReference':
      case 'imageReference':
        return this.readReference(node, marks);
      default:
        return builder.addSource(this.context.sourceOf(node), marks);
    }
  }

  private within(builder = this.builder, inLink = this.inLink): PhrasingReader {
    return new PhrasingReader(builder, this.context, inLink, this.depth + 1);
  }

  private image(url: string, alt: string | null | undefined, title: string | null | undefined) {
    const data: Data = { ref: this.context.refOf(url, 'image') };
    if (alt) data.alt = alt;
    if (title) data.caption = title;
    return inline('inline-image', data);
  }

  private readLink(url: string, title: string | null | undefined, children: PhrasingContent[], marks: Mark[]): void {
    if (title === 'mention') return this.builder.push(inline('mention', { ref: this.context.refOf(url, 'mention') }));
    const content = new InlineBuilder();
    this.within(content, true).read(children, marks);
    this.builder.push(inline('link', linkData(url, title, 'link', this.context), content.finish()));
  }

  /** An annotation belongs to the word that stands before it. */
  private readFootnote(name: string, source: string, marks: Mark[]): void {
    const body = this.context.footnote(name);
    // Within itself, where its name would lead to whichever footnote has it when the page is written again.
    if (!body) return this.builder.add(source, marks);
    const word = this.builder.takeWord();
    this.builder.push(annotation([{ object: 'text', leaves: [word ?? { object: 'leaf', text: '', marks }] }], body));
  }

  private readReference(
    node: Extract<PhrasingContent, { type: 'linkReference' | 'imageReference' }>,
    marks: Mark[],
  ): void {
    const target = this.context.definition(node.identifier);
    if (!target) return this.builder.addSource(this.context.sourceOf(node), marks);
    if (node.type === 'linkReference') return this.readLink(target.url, target.title, node.children, marks);
    this.builder.push(this.image(target.url, node.alt, target.title));
  }

  /** Reads an HTML tag and, where it opens an element that is understood, the nodes up to its end. */
  private readHtml(children: PhrasingContent[], index: number, pairs: Pairs, marks: Mark[]): number {
    const source = (children[index] as { value: string }).value;
    const tag = pairs.tags.get(index);
    if (tag?.kind === 'comment' && tag.name === '') return index;
    const end = tag && isVoidElement(tag.name) ? index : pairs.ends.get(index);
    if (tag?.kind === 'open' && end !== undefined && this.depth < maximumInlineDepth) {
      const inside = children.slice(index + 1, end);
      const understood = readElement(
        {
          name: tag.name,
          attributes: tag.attributes,
          text: () => plainText(inside),
          voids: () => inside.flatMap((child) => (child.type === 'html' ? (tagOf(child) ?? []) : [])),
          into: (target, inner) => this.within(target, this.inLink || tag.name === 'a').read(inside, inner),
        },
        marks,
        this.builder,
        this.context,
      );
      if (understood) return end;
    }
    this.builder.addSource(source, marks);
    return index;
  }
}

interface Pairs {
  tags: Map<number, HtmlTag>;
  /** The index of the end tag for the index of each start tag that has one. */
  ends: Map<number, number>;
}

/** Tags as read: every element around a tag looks at it. */
const known = new WeakMap<Html, HtmlTag | false>();

function tagOf(node: Html): HtmlTag | undefined {
  const tag = known.get(node) ?? readHtmlTag(node.value) ?? false;
  known.set(node, tag);
  return tag === false ? undefined : tag;
}

function pairTags(children: PhrasingContent[]): Pairs {
  const pairs: Pairs = { tags: new Map(), ends: new Map() };
  const open: { name: string; index: number }[] = [];
  const counts = new Map<string, number>();
  children.forEach((child, index) => {
    const tag = child.type === 'html' ? tagOf(child) : undefined;
    if (!tag) return;
    pairs.tags.set(index, tag);
    if (tag.kind === 'open' && !isVoidElement(tag.name)) {
      open.push({ name: tag.name, index });
      counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
    }
    if (tag.kind !== 'close' || !counts.get(tag.name)) return;
    for (let top = open.pop(); top; top = open.pop()) {
      counts.set(top.name, (counts.get(top.name) ?? 1) - 1);
      if (top.name !== tag.name) continue;
      pairs.ends.set(top.index, index);
      return;
    }
  });
  return pairs;
}

function plainText(children: PhrasingContent[]): string {
  return children
    .map((child) =>
      'value' in child
        ? child.type === 'html'
          ? ''
          : child.value
        : 'children' in child
          ? plainText(child.children)
          : '',
    )
    .join('');
}
