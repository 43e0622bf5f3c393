import { anchorsOf, walk, type Block, type Document, type Inline } from '@bindery/documents';
import type { PdfPage } from './pdf-task';

/** The target of a link: an address, or a destination in the PDF. */
export interface Target {
  /** An absolute address. */
  link?: string;
  /** The name of a destination. */
  goTo?: string;
}

/** A footnote of a page. */
export interface Note {
  /** From 1 on each page. */
  number: number;
  blocks: readonly Block[];
  /** The name of its destination. */
  goTo: string;
}

/** The targets of one page's links, its footnotes among them. */
export interface LinkTargets {
  targetOf(ref: unknown): Target;
  /** The title of a link's target, where it is known. */
  titleOf(ref: unknown): string | undefined;
  /** The name of the destination of a block that has an anchor. */
  destinationOf(block: Block): string | undefined;
  /** The footnotes of the page by the inlines that they are notes to, in reading order. */
  readonly notes: ReadonlyMap<Inline, Note>;
}

interface Ref {
  kind?: unknown;
  url?: unknown;
  page?: unknown;
  anchor?: unknown;
  space?: unknown;
}

/** The destinations of a PDF: its pages, and the anchors on them. */
export class Destinations {
  private readonly indexes = new Map<string, number>();
  /** For each page its destinations, by their anchors. */
  private readonly anchors: ReadonlyMap<string, string>[];

  constructor(
    private readonly pages: readonly PdfPage[],
    /** The titles of the pages of the space, by their ids. */
    private readonly titles: ReadonlyMap<string, string> = new Map(),
  ) {
    pages.forEach(({ id }, index) => this.indexes.set(id, index));
    this.anchors = pages.map(({ document }, index) => {
      const names = new Map<string, string>();
      for (const node of walk(document)) {
        const own = node.object === 'block' ? this.nameOf(node, index) : undefined;
        if (own !== undefined) for (const anchor of anchorsOf(node)) if (!names.has(anchor)) names.set(anchor, own);
      }
      return names;
    });
  }

  ofPage(index: number): string {
    return `page-${index}`;
  }

  /** The targets of a page's links. */
  forPage(index: number): LinkTargets {
    return {
      targetOf: (ref) => this.targetOf(ref as Ref | undefined, index),
      titleOf: (ref) => this.titleOf(ref as Ref | undefined, index),
      destinationOf: (block) => this.nameOf(block, index),
      notes: this.notesOf(this.pages[index]!.document, index),
    };
  }

  private titleOf(ref: Ref | undefined, from: number): string | undefined {
    const place = this.placeOf(ref, from);
    if (place !== undefined) return this.pages[place]!.title;
    const isOfSpace = (ref?.kind === 'page' || ref?.kind === 'anchor') && ref.space === undefined;
    return isOfSpace ? this.titles.get(String(ref.page)) : textOf(ref?.url);
  }

  private notesOf(document: Document, index: number): Map<Inline, Note> {
    const notes = new Map<Inline, Note>();
    for (const node of walk(document)) {
      if (node.object !== 'inline' || node.type !== 'annotation') continue;
      const blocks = (node.fragments ?? []).flatMap(({ nodes }) => nodes);
      const number = notes.size + 1;
      if (blocks.length > 0) notes.set(node, { number, blocks, goTo: `${this.ofPage(index)}/note-${number}` });
    }
    return notes;
  }

  private targetOf(ref: Ref | undefined, from: number): Target {
    const url = textOf(ref?.url);
    if (url !== undefined) return /^(https?|mailto):/i.test(url) ? { link: url } : {};
    const place = this.placeOf(ref, from);
    if (place === undefined) return {};
    const anchored = ref?.kind === 'anchor' ? this.anchors[place]!.get(String(ref.anchor)) : undefined;
    return { goTo: anchored ?? this.ofPage(place) };
  }

  /** The index of the page that a reference points to; an anchor without a page is on the page itself. */
  private placeOf(ref: Ref | undefined, from: number): number | undefined {
    if ((ref?.kind !== 'page' && ref?.kind !== 'anchor') || ref.space !== undefined) return undefined;
    return ref.page === undefined ? from : this.indexes.get(String(ref.page));
  }

  private nameOf({ meta, data }: Block, index: number): string | undefined {
    const id = textOf(meta?.id) ?? textOf(data.id);
    return id === undefined ? undefined : `${this.ofPage(index)}#${id}`;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
