import { anchorsOf, walk, type Block, type Document, type Inline, type Node, type Text } from '@bindery/documents';
import { attributes, html, join, nothing, type Html } from '@bindery/html';
import type { Labels } from '../page/labels';
import type { References } from './references';

export type BlockWriter = (block: Block, writer: DocumentWriter) => Html;

/** The writers of the nodes of each kind. */
export interface NodeWriters {
  /** By the type of the block. */
  blocks: ReadonlyMap<string, BlockWriter>;
  text(node: Text, writer: DocumentWriter): Html;
  inline(node: Inline, writer: DocumentWriter): Html;
}

/** The maximum depth of blocks on a page; reusable contents may contain each other. */
const deepest = 60;

/** Writes a document as the HTML of a page whose title is its one first-level heading. */
export class DocumentWriter {
  private readonly notes: Html[] = [];
  private readonly ids = new Set<string>();
  /** Ids of the document's blocks, which no other name may use before them. */
  private readonly owned = new Set<string>();
  private groups = 0;
  private level = 1;
  private depth = 0;

  constructor(
    readonly references: References,
    readonly labels: Labels,
    private readonly writers: NodeWriters,
    /** In which days are written. */
    readonly language = 'en',
  ) {}

  /** The whole document, its annotations as notes at the end. */
  document(document: Pick<Document, 'nodes'>): Html {
    for (const node of walk(document)) {
      const id = node.object === 'block' ? ownId(node) : undefined;
      if (id !== undefined) this.owned.add(id);
    }
    const content = this.blocks(document.nodes);
    if (this.notes.length === 0) return content;
    const items = this.notes.map((note, index) => {
      const name = String(index + 1);
      return html`<li id="note-${name}">
        ${note} <a href="#noted-${name}" aria-label="${this.labels.backToText}">↩</a>
      </li>`;
    });
    return html`${content}
      <section class="notes" aria-label="${this.labels.notes}">
        <ol>
          ${items}
        </ol>
      </section>`;
  }

  /** Blocks of any kind; of unknown kinds only the children are shown. */
  blocks(nodes: readonly Node[] = []): Html {
    if (this.depth >= deepest) return nothing;
    this.depth++;
    const written = nodes.map((node) => (node.object === 'block' ? this.block(node) : this.inlines([node])));
    this.depth--;
    return join(written);
  }

  private block(block: Block): Html {
    const write = this.writers.blocks.get(block.type);
    if (write) return write(block, this);
    return html`<div class="block">
      ${(block.fragments ?? []).map(({ nodes }) => this.blocks(nodes))}${this.blocks(block.nodes)}
    </div>`;
  }

  inlines(nodes: readonly Node[] = []): Html {
    return join(nodes.map((node) => (node.object === 'text' ? this.writers.text(node, this) : this.inline(node))));
  }

  private inline(node: Exclude<Node, { object: 'text' }>): Html {
    return node.object === 'block' ? this.block(node) : this.writers.inline(node, this);
  }

  /** The blocks of a named part of a block. */
  fragment({ fragments = [] }: Pick<Block, 'fragments'>, name: string): Html {
    return join(
      fragments
        .filter(({ fragment, type }) => fragment === name || type === name)
        .map(({ nodes }) => this.blocks(nodes)),
    );
  }

  /** The inlines of a named part of a block, without the paragraphs that hold them. */
  line({ fragments = [] }: Pick<Block, 'fragments'>, name: string): Html {
    const parts = fragments.filter(({ fragment, type }) => fragment === name || type === name);
    return join(parts.flatMap(({ nodes }) => nodes.map((node) => this.inlines(node.nodes))));
  }

  /** Adds the text of an annotation; returns its number. */
  note(body: Html): number {
    return this.notes.push(body);
  }

  /** The name of a group of details of which one is open at a time, unique on the page. */
  groupName(): string {
    return `group-${++this.groups}`;
  }

  /** The level of a heading: the requested one, but at most one below the heading before. */
  headingLevel(wanted: number): number {
    this.level = Math.min(wanted, this.level + 1);
    return this.level;
  }

  /** The anchor of a block, only on the first call: an id is unique on the page. */
  idOf(block: Block): string | undefined {
    const id = ownId(block);
    if (id === undefined || id === '' || /\s/.test(id) || this.ids.has(id)) return undefined;
    this.ids.add(id);
    return id;
  }

  /** Empty elements for the further anchors of a block, besides its id. */
  placesOf(block: Block): Html {
    return this.places(anchorsOf(block).filter((name) => name !== ownId(block)));
  }

  /** Empty elements for names that have none yet. */
  places(names: readonly string[]): Html {
    const fresh = [...new Set(names)].filter(
      (name) => !/\s/.test(name) && !this.ids.has(name) && !this.owned.has(name),
    );
    for (const name of fresh) this.ids.add(name);
    return join(fresh.map((name) => html`<span${attributes({ id: name })}></span>`));
  }
}

function ownId({ meta, data }: Block): string | undefined {
  const id = meta?.id ?? data.id;
  return typeof id === 'string' ? id : undefined;
}
