import type { Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast';
import { rawBlock } from '../blocks/raw';
import type { MarkdownContext } from '../inlines/read-markdown';
import { plainLinks } from '../model/links';
import type { Block, LinkResolver, Problem } from '../model/model';
import { FlowReader } from './flow';
import { guardSource } from './guard';
import { readTree } from './source';

/** What a Markdown body holds: its blocks, and the first `# Title` when it is asked for. */
export interface ReadBody {
  title: string | undefined;
  nodes: Block[];
  problems: Problem[];
}

/**
 * Reads a Markdown body. `titled` takes a `# Title` at its start as the title of the page; `line` is the number of
 * lines that stand before the body in its file.
 */
export function readBody(markdown: string, links: LinkResolver | undefined, titled: boolean, line: number): ReadBody {
  const source = guardSource(markdown.replace(/\r\n?/g, '\n'));
  const tree = readTree(source);
  const title = titled ? takeTitle(tree) : undefined;
  const problems: Problem[] = [];
  const page = new Page(source, tree, links ?? plainLinks, (at, message) =>
    problems.push({ line: line + at, message }),
  );
  return { title, nodes: page.read(tree.children), problems };
}

function takeTitle(tree: Root): string | undefined {
  const [first] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1) return undefined;
  tree.children.shift();
  return titleText(first.children).replace(/\s+/g, ' ').trim();
}

function titleText(nodes: Nodes[]): string {
  return nodes
    .map((node) =>
      'children' in node ? titleText(node.children) : 'value' in node && node.type !== 'html' ? node.value : '',
    )
    .join('');
}

/** The definitions of a page, which stand anywhere in it, and the footnotes that are being read. */
class Page implements MarkdownContext {
  private readonly definitions = new Map<string, Definition>();
  private readonly footnotes = new Map<string, FootnoteDefinition>();
  private readonly used = new Set<Nodes>();
  private readonly reading = new Set<string>();
  private readonly flow = new FlowReader(this);

  constructor(
    readonly source: string,
    tree: Root,
    private readonly links: LinkResolver,
    readonly problem: (line: number, message: string) => void,
  ) {
    this.collect(tree);
  }

  readonly refOf: LinkResolver['refOf'] = (url, use) => this.links.refOf(url, use);

  definition(identifier: string): Definition | undefined {
    const found = this.definitions.get(identifier);
    if (found) this.used.add(found);
    return found;
  }

  footnote(name: string): Block[] | undefined {
    const found = this.footnotes.get(name.toLowerCase());
    if (!found || this.reading.has(name)) return undefined;
    this.used.add(found);
    this.reading.add(name);
    const body = this.flow.blocks(found.children);
    this.reading.delete(name);
    return body;
  }

  /** Definitions that nothing refers to are kept at the end: some say something to who edits the page. */
  read(children: RootContent[]): Block[] {
    const nodes = this.flow.blocks(children);
    for (const definition of [...this.definitions.values(), ...this.footnotes.values()]) {
      if (!this.used.has(definition)) nodes.push(rawBlock(this.sourceOf(definition)));
    }
    return nodes;
  }

  private sourceOf(node: Nodes): string {
    return this.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  }

  private collect(root: Root): void {
    if (!/\]:/.test(this.source)) return;
    const open: Nodes[] = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'definition' && !this.definitions.has(node.identifier))
        this.definitions.set(node.identifier, node);
      if (node.type === 'footnoteDefinition' && !this.footnotes.has(node.identifier))
        this.footnotes.set(node.identifier, node);
      if ('children' in node && node.type !== 'paragraph' && node.type !== 'table' && node.type !== 'heading') {
        for (const child of [...node.children].reverse()) open.push(child);
      }
    }
  }
}
