/** In how many issues each word occurs, and how much it therefore counts (inverse document frequency). */
export class Vocabulary {
  private changes = new Map<string, number>();

  constructor(
    private readonly counts: Map<string, number>,
    /** How many issues there are. */
    public issues: number,
  ) {}

  add(terms: Iterable<string>): void {
    this.count(terms, 1);
  }

  remove(terms: Iterable<string>): void {
    this.count(terms, -1);
  }

  /** Returns the changes of the counts since the last call. */
  takeChanges(): ReadonlyMap<string, number> {
    const { changes } = this;
    this.changes = new Map();
    return changes;
  }

  weight(term: string): number {
    return Math.log(1 + this.issues / (0.5 + (this.counts.get(term) ?? 0)));
  }

  /** The length of a vector when its words count what they are worth. */
  length(vector: ReadonlyMap<string, number>): number {
    let squares = 0;
    for (const [term, value] of vector) squares += (value * this.weight(term)) ** 2;
    return Math.sqrt(squares);
  }

  private count(terms: Iterable<string>, by: 1 | -1): void {
    this.issues += by;
    for (const term of terms) {
      this.counts.set(term, Math.max(0, (this.counts.get(term) ?? 0) + by));
      this.changes.set(term, (this.changes.get(term) ?? 0) + by);
    }
  }
}
