import type { Entry } from '../../storage/store/chunk';
import type { Update } from '../../storage/store/map-update';
import type { PersistentMap } from '../../storage/store/persistent-map';

/** A stored map with changes that are not stored yet. */
export class MapEdit<V extends NonNullable<unknown>> {
  private readonly changes = new Map<string, V | null>();
  /** Stored values that were read: an edit reads that of its page several times. */
  private readonly known = new Map<string, V | undefined>();

  constructor(
    private readonly map: PersistentMap<V>,
    private readonly root: string,
  ) {}

  async get(key: string): Promise<V | undefined> {
    const changed = this.changes.get(key);
    return changed === undefined ? this.stored(key) : (changed ?? undefined);
  }

  /** The value before the changes. */
  async stored(key: string): Promise<V | undefined> {
    if (!this.known.has(key)) this.known.set(key, (await this.map.get(this.root, [key])).get(key));
    return this.known.get(key);
  }

  /** Null removes. */
  set(key: string, value: V | null): void {
    this.changes.set(key, value);
  }

  isChanged(key: string): boolean {
    return this.changes.has(key);
  }

  /** The values that were set so far, without removals. */
  get changed(): Entry<V>[] {
    return [...this.changes].flatMap(([key, value]): Entry<V>[] => (value === null ? [] : [[key, value]]));
  }

  async entries(): Promise<Entry<V>[]> {
    const stored = await this.map.entries(this.root);
    return [...stored.filter(([key]) => !this.changes.has(key)), ...this.changed];
  }

  /** The changed map's root and the chunks that it needs. */
  write(): Promise<Update> {
    return this.map.update(this.root, this.changes);
  }
}
