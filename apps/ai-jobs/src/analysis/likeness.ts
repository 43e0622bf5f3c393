import type { Item } from './item';
import { TermIndex } from './term-index';
import type { Vocabulary } from './vocabulary';

/** The likeness of so many of an issue's neighbours says how densely its surroundings are settled. */
const neighbours = 3;

/** How alike vectors of words are (the cosine between them, 0 to 1), as much as the words count now. */
export class Likeness {
  private readonly lengths = new Map<string, { of: ReadonlyMap<string, number>; length: number; issues: number }>();

  constructor(private readonly vocabulary: Vocabulary) {}

  /** The entries of an index that are like a vector, the most alike first. */
  alike(vector: ReadonlyMap<string, number>, index: TermIndex): { id: string; cosine: number }[] {
    const length = this.vocabulary.length(vector);
    if (length === 0) return [];
    const products = index.products(vector, (term) => this.vocabulary.weight(term) ** 2);
    return [...products]
      .map(([id, product]) => ({ id, cosine: product / (length * this.lengthOf(id, index.get(id)!)) }))
      .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
  }

  /** Orders items by density: those with the most alike neighbours come first. */
  densestFirst(items: readonly Item[]): Item[] {
    const index = new TermIndex();
    for (const { id, features } of items) index.set(id, features);
    return items
      .map((item) => {
        const nearest = this.alike(item.features, index).slice(0, neighbours + 1);
        return { item, density: nearest.reduce((sum, { cosine }) => sum + cosine, 0) };
      })
      .sort((a, b) => b.density - a.density || (a.item.id < b.item.id ? -1 : 1))
      .map(({ item }) => item);
  }

  forget(id: string): void {
    this.lengths.delete(id);
  }

  /** Computed again when the vector is another, or when words have come to count otherwise. */
  private lengthOf(id: string, vector: ReadonlyMap<string, number>): number {
    const known = this.lengths.get(id);
    const { issues } = this.vocabulary;
    if (known?.of === vector && issues <= known.issues * 1.05) return known.length;
    const length = this.vocabulary.length(vector);
    this.lengths.set(id, { of: vector, length, issues });
    return length;
  }
}
