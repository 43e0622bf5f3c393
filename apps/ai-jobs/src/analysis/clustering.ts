import type { Item } from './item';
import { Likeness } from './likeness';
import { TermIndex } from './term-index';
import type { Vocabulary } from './vocabulary';

/** An issue and the cluster that it is in, if it is in one. */
export interface ClusteredItem extends Item {
  cluster: string | null;
}

export interface Cluster {
  id: string;
  size: number;
  /** The sum of the unit vectors of what is in it, as far as it goes. */
  centroid: ReadonlyMap<string, number>;
}

interface ClusteringOptions {
  /** How alike (cosine, 0 to 1) an issue must be to a cluster to come into it. */
  join: number;
  /** With less it leaves a cluster that it is in; less than `join`, so that none goes back and forth. */
  stay: number;
  /** How alike two issues must be to begin a cluster. */
  begin: number;
  /** How alike two clusters must be to become one. */
  merge: number;
  /** The share by which the thresholds to join and to merge are higher while there are no issues yet. */
  caution: number;
}

const defaultOptions: ClusteringOptions = { join: 0.11, stay: 0.05, begin: 0.18, merge: 0.175, caution: 0.7 };

/** With so many issues the weights of words are known, and the thresholds have no `caution` any more. */
const enough = 450;

export interface ClusteringChanges {
  /** Those that are new or have changed. */
  clusters: Cluster[];
  /** Where issues have come to be, also such as waited before; null for those that wait now. */
  assigned: ReadonlyMap<string, string | null>;
  /** Clusters that have become part of others. */
  merged: ReadonlyMap<string, string>;
  /** Clusters in which nothing is left. */
  emptied: ReadonlySet<string>;
  /** By how much the number of issues with a word has changed. */
  terms: ReadonlyMap<string, number>;
}

/** Words that a cluster is known by. */
const mostTerms = 120;
const smallest = 0.001;
const mostRecent = 5_000;
/** Comparing each with all others takes time that grows with the square of their number. */
const mostRegrouped = 1_000;
const rounds = 4;

/**
 * Puts issues into clusters as they come, by TF-IDF vectors and the cosine between them. An issue goes into the cluster that
 * it is most like, begins one with others like it that wait, or waits. Nothing in a cluster is moved again, except that two
 * clusters that have grown alike become one, the older of them.
 */
export class Clustering {
  private assigned = new Map<string, string | null>();
  private merged = new Map<string, string>();
  private touched = new Set<string>();
  private emptied = new Set<string>();
  private readonly clusters = new Map<string, Cluster>();
  private readonly index = new TermIndex();
  private readonly waiting = new TermIndex();
  /** Issues that came since the last consolidation: they have not come to rest. */
  private recent = new Map<string, ClusteredItem>();
  /** Where issues were that are being grouped anew. */
  private readonly before = new Map<string, string>();
  private readonly likeness: Likeness;

  constructor(
    private readonly vocabulary: Vocabulary,
    clusters: Iterable<Cluster>,
    waiting: Iterable<Item>,
    private readonly newId: () => string,
    private readonly options: ClusteringOptions = defaultOptions,
  ) {
    this.likeness = new Likeness(vocabulary);
    for (const cluster of clusters) this.keep(cluster);
    for (const { id, features } of waiting) this.waiting.set(id, features);
  }

  /** Returns the changes since the last call. */
  takeChanges(): ClusteringChanges {
    const clusters = [...this.touched].flatMap((id) => this.clusters.get(id) ?? []);
    const { assigned, merged, emptied } = this;
    this.assigned = new Map();
    this.merged = new Map();
    this.touched = new Set();
    this.emptied = new Set();
    return { clusters, assigned, merged, emptied, terms: this.vocabulary.takeChanges() };
  }

  /** An issue that was not there before. */
  add(item: Item): void {
    this.vocabulary.add(item.features.keys());
    this.recent.set(item.id, { ...item, cluster: null });
    if (this.recent.size > mostRecent) this.recent.delete(this.recent.keys().next().value!);
    this.place(item);
  }

  /** An issue whose words have changed. It stays where it is as long as it is at all like its cluster. */
  change(before: ClusteredItem, features: ReadonlyMap<string, number>): void {
    const { cluster } = before;
    this.remove(before);
    this.vocabulary.add(features.keys());
    const item = { id: before.id, features };
    const alike = this.likeness.alike(features, this.index).find(({ id }) => id === cluster);
    if (cluster !== null && alike && alike.cosine >= this.options.stay) this.join(item, cluster);
    else this.place(item);
  }

  /** An issue that is there no more. */
  remove({ id, features, cluster: at }: ClusteredItem): void {
    this.vocabulary.remove(features.keys());
    this.waiting.delete(id);
    this.recent.delete(id);
    const cluster = at === null ? undefined : this.clusters.get(at);
    if (cluster) this.take({ id, features }, cluster);
  }

  /**
   * Looks again at what has just come, now that it is known how much each word counts, and at what waits; makes one of
   * clusters that have grown alike.
   */
  consolidate(): void {
    if (this.recent.size <= mostRegrouped) this.regroup();
    for (let round = 0; round < rounds; round++) {
      for (const item of [...this.recent.values()]) this.settle(item);
      this.placeWaiting();
      this.mergeAlike();
    }
    this.forward();
    this.recent = new Map();
  }

  /**
   * Gives up the clusters that hold only what has just come, and places it anew, what has the most alike neighbours first:
   * so that clusters begin where issues are many, and the order in which issues came decides nothing.
   */
  private regroup(): void {
    const held = new Map<string, number>();
    for (const { cluster } of this.recent.values())
      if (cluster !== null) held.set(cluster, (held.get(cluster) ?? 0) + 1);
    const loose = [...this.recent.values()].filter(
      ({ cluster }) => cluster === null || this.clusters.get(cluster)?.size === held.get(cluster),
    );
    for (const { id, cluster } of loose) {
      if (cluster === null) continue;
      this.before.set(id, cluster);
      this.drop(cluster);
      this.emptied.add(cluster);
    }
    for (const { id } of loose) this.waiting.delete(id);
    for (const item of this.likeness.densestFirst(loose)) this.place(item);
  }

  /** Has the clusters that were given up, and are not there again, lead to where their issues are. */
  private forward(): void {
    for (const [id, cluster] of this.before) {
      const at = this.recent.get(id)?.cluster;
      if (at && this.emptied.delete(cluster)) this.merged.set(cluster, at);
    }
    this.before.clear();
  }

  /** Reuses the id of a cluster that was given up, if one of these issues was in it, so that users find it again. */
  private idFor(items: readonly Pick<Item, 'id'>[]): string {
    const known = items.map(({ id }) => this.before.get(id)).find((id) => id !== undefined && this.emptied.has(id));
    if (known === undefined) return this.newId();
    this.emptied.delete(known);
    return known;
  }

  private placeWaiting(): void {
    for (const id of [...this.waiting.ids]) {
      const features = this.waiting.get(id);
      if (features) this.place({ id, features });
    }
  }

  /** Has an issue that has just come go where it fits best. */
  private settle({ id, features, cluster: at }: ClusteredItem): void {
    const cluster = at === null ? undefined : this.clusters.get(at);
    if (!cluster) return;
    this.take({ id, features }, cluster);
    const [best] = this.likeness.alike(features, this.index);
    if (best && best.cosine >= this.cautious(this.options.join)) this.join({ id, features }, best.id);
    else this.wait({ id, features });
  }

  private take({ features }: Item, { id, size, centroid }: Cluster): void {
    if (size > 1) {
      this.keep({ id, size: size - 1, centroid: sum(centroid, features, -1) });
      this.touched.add(id);
    } else {
      this.drop(id);
      this.emptied.add(id);
    }
  }

  private place(item: Item): void {
    this.waiting.delete(item.id);
    const [best] = this.likeness.alike(item.features, this.index);
    if (best && best.cosine >= this.cautious(this.options.join)) return this.join(item, best.id);
    const [other] = this.likeness.alike(item.features, this.waiting);
    if (other && other.cosine >= this.options.begin) {
      const id = this.idFor([item, other]);
      this.keep({ id, size: 0, centroid: new Map() });
      this.join({ id: other.id, features: this.waiting.get(other.id)! }, id);
      return this.join(item, id);
    }
    this.wait(item);
  }

  /**
   * Few issues make rare words of common ones, so that issues look more alike than they are; and what has joined stays.
   * Those that wait for it come to their clusters later.
   */
  private cautious(likeness: number): number {
    return likeness * (1 + this.options.caution * Math.max(0, 1 - this.vocabulary.issues / enough));
  }

  private wait(item: Item): void {
    this.waiting.set(item.id, item.features);
    this.note(item.id, null);
  }

  private note(id: string, cluster: string | null): void {
    this.assigned.set(id, cluster);
    const recent = this.recent.get(id);
    if (recent) this.recent.set(id, { ...recent, cluster });
  }

  private join({ id, features }: Item, into: string): void {
    const { size, centroid } = this.clusters.get(into)!;
    this.waiting.delete(id);
    this.keep({ id: into, size: size + 1, centroid: sum(centroid, features, 1) });
    this.note(id, into);
    this.touched.add(into);
  }

  private mergeAlike(): void {
    for (const { id } of [...this.clusters.values()].sort((a, b) => (a.id < b.id ? 1 : -1))) {
      const cluster = this.clusters.get(id)!;
      const alike = this.likeness.alike(cluster.centroid, this.index).find((other) => other.id < id);
      if (!alike || alike.cosine < this.cautious(this.options.merge)) continue;
      const into = this.clusters.get(alike.id)!;
      const centroid = new Map(into.centroid);
      for (const [term, value] of cluster.centroid) centroid.set(term, (centroid.get(term) ?? 0) + value);
      this.keep({ id: into.id, size: into.size + cluster.size, centroid });
      this.drop(id);
      this.merged.set(id, into.id);
      for (const [item, at] of this.assigned) if (at === id) this.assigned.set(item, into.id);
      for (const [item, at] of this.recent) if (at.cluster === id) this.recent.set(item, { ...at, cluster: into.id });
      for (const [from, to] of this.merged) if (to === id) this.merged.set(from, into.id);
      this.touched.add(into.id);
    }
  }

  private drop(id: string): void {
    this.clusters.delete(id);
    this.index.delete(id);
    this.likeness.forget(id);
    this.touched.delete(id);
  }

  private keep(cluster: Cluster): void {
    const strongest = [...cluster.centroid]
      .filter(([, value]) => value > smallest)
      .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1))
      .slice(0, mostTerms);
    const centroid = new Map(strongest);
    this.clusters.set(cluster.id, { ...cluster, centroid });
    this.index.set(cluster.id, centroid);
  }
}

/** A centroid with an issue's unit vector more, or less. */
function sum(centroid: ReadonlyMap<string, number>, features: ReadonlyMap<string, number>, sign: 1 | -1) {
  const length = Math.hypot(...features.values()) || 1;
  const result = new Map(centroid);
  for (const [term, value] of features) result.set(term, (result.get(term) ?? 0) + (sign * value) / length);
  return result;
}
