import { hash } from 'node:crypto';
import type { Block, Document } from '../model/model';
import { normaliseBlock } from '../model/normalise';

/** Fingerprints of blocks by their Markdown content. Keys of blocks and the order of fields do not matter. */
export class Fingerprints {
  private readonly known = new WeakMap<Block, string>();

  of(block: Block): string {
    let found = this.known.get(block);
    if (found === undefined) {
      const text = JSON.stringify(sorted(normaliseBlock(block)));
      this.known.set(block, (found = text.length > 256 ? hash('sha1', text, 'base64') : text));
    }
    return found;
  }

  isSame(one: Block | undefined, other: Block | undefined): boolean {
    return one !== undefined && other !== undefined && this.of(one) === this.of(other);
  }

  areSame(some: readonly Block[], others: readonly Block[]): boolean {
    return some.length === others.length && some.every((block, index) => this.isSame(block, others[index]));
  }
}

/** Whether two documents have the same content, regardless of the keys of their blocks. */
export const isSameContent = (one: Document, other: Document): boolean =>
  new Fingerprints().areSame(one.nodes, other.nodes);

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
