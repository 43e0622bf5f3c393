/** Vectors of words, found by the words that they hold. */
export class TermIndex {
  private readonly vectors = new Map<string, ReadonlyMap<string, number>>();
  private readonly holders = new Map<string, Set<string>>();

  get size(): number {
    return this.vectors.size;
  }

  get ids(): Iterable<string> {
    return this.vectors.keys();
  }

  get(id: string): ReadonlyMap<string, number> | undefined {
    return this.vectors.get(id);
  }

  set(id: string, vector: ReadonlyMap<string, number>): void {
    this.delete(id);
    this.vectors.set(id, vector);
    for (const term of vector.keys()) {
      const holders = this.holders.get(term);
      if (holders) holders.add(id);
      else this.holders.set(term, new Set([id]));
    }
  }

  delete(id: string): void {
    for (const term of this.vectors.get(id)?.keys() ?? []) {
      const holders = this.holders.get(term)!;
      holders.delete(id);
      if (holders.size === 0) this.holders.delete(term);
    }
    this.vectors.delete(id);
  }

  /** The scalar products with all vectors that share a word, by id. `weightOf` is how much a word counts, squared. */
  products(vector: ReadonlyMap<string, number>, weightOf: (term: string) => number): Map<string, number> {
    const products = new Map<string, number>();
    for (const [term, value] of vector) {
      const holders = this.holders.get(term);
      if (!holders) continue;
      const weighted = value * weightOf(term);
      if (weighted === 0) continue;
      for (const id of holders) products.set(id, (products.get(id) ?? 0) + weighted * this.vectors.get(id)!.get(term)!);
    }
    return products;
  }
}
