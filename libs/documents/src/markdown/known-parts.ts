import type { Block } from '../model/model';

/** The content of a part: its blocks, and a title where it was requested. */
export interface ReadPart {
  title?: string | undefined;
  nodes: Block[];
}

/** Characters that one generation holds, and of the longest part that is kept. */
const mostCharacters = 4_000_000;
const longest = 20_000;

/**
 * A cache of parts of Markdown that were read lately, as most of an edited page is unchanged. It has two generations:
 * entries that are used while the younger one fills stay, the rest is dropped. Entries are JSON, which keeps nothing of their
 * page in memory.
 */
export class KnownParts {
  private young = new Map<string, string>();
  private old = new Map<string, string>();
  private characters = 0;

  /** Each time anew, so that it may be changed. */
  get(source: string): ReadPart | undefined {
    const known = this.young.get(source) ?? this.old.get(source);
    if (known === undefined) return undefined;
    if (!this.young.has(source)) this.keep(source, known);
    return JSON.parse(known) as ReadPart;
  }

  add(source: string, part: ReadPart): void {
    if (source.length <= longest) this.keep(source, JSON.stringify(part));
  }

  private keep(source: string, part: string): void {
    this.young.set(source, part);
    this.characters += source.length + part.length;
    if (this.characters < mostCharacters) return;
    this.old = this.young;
    this.young = new Map();
    this.characters = 0;
  }
}
