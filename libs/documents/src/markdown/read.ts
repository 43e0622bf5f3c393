import type { Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast';
import { isConditional } from '../html/condition-tags';
import type { MarkdownContext } from '../inlines/read-markdown';
import { plainLinks } from '../model/links';
import type { Block, LinkResolver, Problem } from '../model/model';
import { walk } from '../model/walk';
import { rangeOf, type Range, type Spans } from '../syntax/span';
import { readTag } from '../syntax/tag';
import { FlowReader } from './flow';
import { withoutMark } from './front-matter';
import { guardSource, placesIn } from './guard';
import { KnownParts, type ReadPart } from './known-parts';
import { partsOf, type Part } from './parts';
import { plainParagraph } from './plain-paragraph';
import { readTree } from './source';

/** The content of a Markdown body: its blocks, and the first `# Title` when it is requested. */
interface ReadBody {
  title: string | undefined;
  nodes: Block[];
  problems: Problem[];
}

/**
 * Reads a Markdown body. `titled` takes a `# Title` at its start as the title of the page; `line` is the number of
 * lines that stand before the body in its file.
 */
export function readBody(markdown: string, links: LinkResolver | undefined, titled: boolean, line: number): ReadBody {
  const source = guardSource(withoutMark(markdown).replace(/\r\n?/g, '\n'));
  const problems: Problem[] = [];
  const pageOf = (text: string, tree: Root, before: number) =>
    new Page(text, tree, links ?? plainLinks, (at, message) => problems.push({ line: line + before + at, message }));
  if (links !== plainLinks) {
    const tree = readTree(source);
    const title = titled ? takeTitle(tree) : undefined;
    return { title, nodes: pageOf(source, tree, 0).read(tree.children), problems };
  }
  const read = new PartsReader(source, titled, pageOf, () => problems.length).read();
  return { title: read[0]?.title, nodes: read.flatMap(({ nodes }) => nodes), problems };
}

/** A body with the place of each block in it, and of what it defines and nothing refers to. */
export interface PlacedBody {
  title: string | undefined;
  titleRange: Range | undefined;
  nodes: Block[];
  spans: Spans;
  idle: Range[];
}

/** Reads a body and notes where each block stands in it, also where it has to be rewritten to be read in linear time. */
export function readPlaced(body: string, titled: boolean): PlacedBody {
  const source = guardSource(body);
  const placeOf = source === body ? undefined : placesIn(body, source);
  const moved = ({ start, end }: Range) => (placeOf ? { start: placeOf(start), end: placeOf(end) } : { start, end });
  const tree = readTree(source);
  const heading = tree.children[0];
  const title = titled ? takeTitle(tree) : undefined;
  const spans: Spans = new WeakMap();
  const page = new Page(source, tree, plainLinks, () => undefined, spans);
  const nodes = page.read(tree.children);
  if (placeOf)
    for (const node of walk({ nodes })) {
      const span = spans.get(node);
      if (span) spans.set(node, { ...span, ...moved(span), inside: span.inside && moved(span.inside) });
    }
  const range = title === undefined || !heading ? undefined : rangeOf(heading);
  return { title, titleRange: range && moved(range), nodes, spans, idle: page.idle(tree).map(moved) };
}

const known = new KnownParts();

/** Reads what of a body is neither plain nor known, in as few pieces as there can be. */
class PartsReader {
  private readonly parts: readonly Part[];

  constructor(
    private readonly source: string,
    private readonly titled: boolean,
    private readonly pageOf: (text: string, tree: Root, before: number) => Page,
    private readonly problems: () => number,
  ) {
    this.parts = partsOf(source);
  }

  read(): ReadPart[] {
    const found = this.parts.map((part, index) => this.plain(part) ?? known.get(this.nameOf(part, index)));
    for (let index = 0; index < found.length; index++) {
      if (found[index]) continue;
      let end = index + 1;
      while (end < found.length && !found[end]) end++;
      this.readRun(index, end).forEach((part, offset) => (found[index + offset] = part));
    }
    return found as ReadPart[];
  }

  private plain({ start, end }: Part): ReadPart | undefined {
    const block = plainParagraph(this.source.slice(start, end));
    return block && { nodes: [block] };
  }

  private readRun(from: number, to: number): ReadPart[] {
    const parts = this.parts.slice(from, to);
    const { start, line } = parts[0]!;
    const text = this.source.slice(start, parts.at(-1)!.end);
    const tree = readTree(text);
    const title = this.titled && from === 0 ? takeTitle(tree) : undefined;
    const page = this.pageOf(text, tree, line);
    let next = 0;
    return parts.map((part, index) => {
      const problems = this.problems();
      const first = next;
      while (next < tree.children.length && start + tree.children[next]!.position!.start.offset! < part.end) next++;
      const within = tree.children.slice(first, next);
      const read = { title: index === 0 ? title : undefined, nodes: page.read(within) };
      // A part with problems is not cached, so that they are reported each time.
      if (this.problems() === problems) known.add(this.nameOf(part, from + index), read);
      return read;
    });
  }

  /** A title is one only at the start of a page. */
  private nameOf({ start, end }: Part, index: number): string {
    const text = this.source.slice(start, end);
    return this.titled && index === 0 ? `title:${text}` : `:${text}`;
  }
}

function takeTitle(tree: Root): string | undefined {
  const [first] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1 || holdsCondition(first)) return undefined;
  tree.children.shift();
  return titleText(first.children).replace(/\s+/g, ' ').trim();
}

/** All readers see a title: a heading with a condition is none, so that its text stays hidden. */
const holdsCondition = (node: Nodes): boolean =>
  node.type === 'tag' ? isConditional(readTag(node.value)) : 'children' in node && node.children.some(holdsCondition);

function titleText(nodes: Nodes[]): string {
  return nodes
    .map((node) =>
      'children' in node ? titleText(node.children) : 'value' in node && node.type !== 'html' ? node.value : '',
    )
    .join('');
}

/** Footnotes stand in footnotes at most this deep. */
const deepestFootnote = 8;
/**
 * The maximum of characters of definitions in a page, each counted as often as something refers to it. Footnotes that each refer
 * twice to the next one would otherwise double with each line.
 */
const roomFor = (page: string): number => 10 * page.length + 10_000;

/** The definitions of a page, which stand anywhere in it, and the footnotes that are being read. */
class Page implements MarkdownContext {
  private readonly definitions = new Map<string, Definition>();
  private readonly footnotes = new Map<string, FootnoteDefinition>();
  private readonly references: ReadonlySet<string> = new Set();
  private readonly reading = new Set<string>();
  private room: number;
  private readonly flow: FlowReader;

  constructor(
    readonly source: string,
    tree: Root,
    private readonly links: LinkResolver,
    readonly problem: (line: number, message: string) => void,
    spans?: Spans,
  ) {
    this.flow = new FlowReader(this, spans);
    this.room = roomFor(source);
    if (source.includes(']:')) this.references = this.reach(this.collect(tree));
  }

  readonly refOf: LinkResolver['refOf'] = (url, use) => this.links.refOf(url, use);

  read(children: RootContent[]): Block[] {
    return this.flow.blocks(children);
  }

  notice(message: string): void {
    this.problem(this.flow.line, message);
  }

  hide(read: () => Block[] | undefined): Block[] | undefined {
    return this.flow.hide(read);
  }

  /** Where a node stands in the page, without the indentation and quote signs of the containers around it. */
  sourceOf(node: Nodes): string {
    const start = node.position?.start;
    const source = this.source.slice(start?.offset ?? 0, node.position?.end.offset ?? 0);
    const column = (start?.column ?? 1) - 1;
    if (column === 0 || !source.includes('\n')) return source;
    return source.replace(/\n[ \t>]+/g, (prefix) => `\n${prefix.slice(column + 1)}`);
  }

  definition(identifier: string): Definition | undefined {
    const found = this.definitions.get(identifier);
    return found && this.takes(found.url.length + (found.title?.length ?? 0), `[${identifier}]`) ? found : undefined;
  }

  footnote(name: string): Block[] | undefined {
    const found = this.footnotes.get(name.toLowerCase());
    if (!found || this.reading.has(name)) return undefined;
    const size = this.reading.size < deepestFootnote ? this.sourceOf(found).length : Infinity;
    if (!this.takes(size, `[^${name}]`)) return undefined;
    this.reading.add(name);
    const body = this.flow.apart(found.children);
    this.reading.delete(name);
    return body;
  }

  /** Counts the characters of a definition. False, and reported, where it would be too much. */
  private takes(characters: number, reference: string): boolean {
    const fits = characters <= this.room;
    if (fits) this.room -= characters;
    else this.notice(`${reference} is kept as it is written, because definitions are used too often or nest too deep`);
    return fits;
  }

  /** Whether something refers to a definition. One without references may still be of use to an editor of the page. */
  isReferred(node: Definition | FootnoteDefinition): boolean {
    if (node.type === 'definition')
      return this.definitions.get(node.identifier) === node && this.references.has(node.identifier);
    const isFirst = this.footnotes.get(node.identifier) === node;
    return isFirst && (this.references.has(`^${node.identifier}`) || this.source.includes(`fn-${node.identifier}"`));
  }

  /** Definitions at the margin that nothing refers to. */
  idle(tree: Root): Range[] {
    return tree.children.flatMap((node) => {
      const isIdle = (node.type === 'definition' || node.type === 'footnoteDefinition') && !this.isReferred(node);
      return isIdle ? (rangeOf(node) ?? []) : [];
    });
  }

  /** Takes the definitions, and answers what each footnote (and the page, as '') refers to. */
  private collect(root: Root): Map<string, Set<string>> {
    const references = new Map<string, Set<string>>();
    const refer = (owner: string, name: string) =>
      references.set(owner, (references.get(owner) ?? new Set()).add(name));
    const open: { node: Nodes; owner: string }[] = [{ node: root, owner: '' }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { node } = next;
      let { owner } = next;
      if (node.type === 'definition' && !this.definitions.has(node.identifier))
        this.definitions.set(node.identifier, node);
      else if (node.type === 'footnoteReference') refer(owner, `^${node.identifier}`);
      else if (node.type === 'linkReference' || node.type === 'imageReference') refer(owner, node.identifier);
      else if (node.type === 'footnoteDefinition') {
        owner = `^${node.identifier}`;
        if (!this.footnotes.has(node.identifier)) this.footnotes.set(node.identifier, node);
      }
      if ('children' in node) for (const child of node.children.toReversed()) open.push({ node: child, owner });
    }
    return references;
  }

  /** The definitions that the page refers to, by itself or through a footnote that it refers to. */
  private reach(references: Map<string, Set<string>>): Set<string> {
    const reached = new Set<string>();
    const open = [''];
    for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
      for (const name of references.get(owner) ?? []) {
        if (reached.has(name)) continue;
        reached.add(name);
        open.push(name);
      }
    }
    return reached;
  }
}
