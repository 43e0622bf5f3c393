import { referencesOf, type Block, type ContentRef, type Document, type Inline, type Node } from '@bindery/documents';

/** The maximum depth of reusable contents in others. */
export const deepest = 4;

export interface IncludedContent {
  document: Document;
  /** The number of characters of its JSON. */
  size: number;
}

/** The ids of the reusable contents of the space that a document shows. */
export const includedIn = (document: Document, space: string): string[] =>
  referencesOf(document).flatMap(({ ref }) => idIn(ref, space) ?? []);

/** Puts the blocks of reusable contents in the place of the blocks that show them. */
export class ContentIncluder {
  constructor(
    private readonly space: string,
    /** By id. */
    private readonly contents: ReadonlyMap<string, IncludedContent>,
    /** Counts the characters of each content as often as it is shown. May throw. */
    private readonly count: (characters: number) => void,
  ) {}

  document(document: Document): Document {
    if (includedIn(document, this.space).length === 0) return document;
    return { ...document, nodes: this.replaced(document.nodes, []) };
  }

  /** `around` are the ids of the contents around, so that one which shows itself ends. */
  private replaced<N extends Node>(nodes: readonly N[], around: readonly string[]): N[] {
    return nodes.flatMap((node): N[] => {
      if (node.object === 'text') return [node];
      const id = node.type === 'reusable-content' ? idIn(node.data.ref as ContentRef, this.space) : undefined;
      return id === undefined ? [this.within(node, around) as N] : (this.blocksOf(id, around) as Node[] as N[]);
    });
  }

  private within(node: Block | Inline, around: readonly string[]): Block | Inline {
    const { nodes, fragments } = node;
    return {
      ...node,
      ...(nodes && { nodes: this.replaced(nodes, around) }),
      ...(fragments && { fragments: fragments.map((one) => ({ ...one, nodes: this.replaced(one.nodes, around) })) }),
    } as Block | Inline;
  }

  private blocksOf(id: string, around: readonly string[]): Block[] {
    const content = this.contents.get(id);
    if (!content || around.includes(id) || around.length >= deepest) return [];
    this.count(content.size);
    return this.replaced(content.document.nodes, [...around, id]);
  }
}

const idIn = (ref: ContentRef | undefined, space: string): string | undefined =>
  ref?.kind === 'reusable-content' && (ref.space === undefined || ref.space === space)
    ? ref.reusableContent
    : undefined;
