import type { Entry } from '../store/chunk';
import type { Update } from '../store/map-update';
import type { PersistentMap } from '../store/persistent-map';

/** A stored map with changes that are not stored yet. */
export class MapEdit<V extends NonNullable<unknown>> {
  private readonly changes = new Map<string, V | null>();

  constructor(
    private readonly map: PersistentMap<V>,
    private readonly root: string,
  ) {}

  async get(key: string): Promise<V | undefined> {
    const changed = this.changes.get(key);
    if (changed !== undefined) return changed ?? undefined;
    return (await this.map.get(this.root, [key])).get(key);
  }

  /** Null removes. */
  set(key: string, value: V | null): void {
    this.changes.set(key, value);
  }

  async entries(): Promise<Entry<V>[]> {
    const stored = await this.map.entries(this.root);
    const changed = [...this.changes].flatMap(([key, value]): Entry<V>[] => (value === null ? [] : [[key, value]]));
    return [...stored.filter(([key]) => !this.changes.has(key)), ...changed];
  }

  /** The changed map's root and the chunks that it needs. */
  write(): Promise<Update> {
    return this.map.update(this.root, this.changes);
  }
}
