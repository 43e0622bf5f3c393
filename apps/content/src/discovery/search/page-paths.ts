import type { PageEntry } from '../../model/pages/page-entry';
import { joinPath } from '../../model/pages/page.presenter';
import type { PersistentMap } from '../../storage/store/persistent-map';

/** Paths of pages of one revision; reads parents level by level and each page once. */
export class PagePaths {
  private readonly entries = new Map<string, PageEntry>();
  private readonly paths = new Map<string, string>([['', '']]);

  constructor(
    private readonly map: PersistentMap<PageEntry>,
    private readonly root: string,
  ) {}

  /** The path of each page that exists. */
  async of(ids: readonly string[]): Promise<Map<string, string>> {
    await this.load(ids);
    return new Map(ids.flatMap((id) => (this.entries.has(id) ? [[id, this.path(id)]] : [])));
  }

  private async load(ids: readonly string[]): Promise<void> {
    let wanted = ids.filter((id) => !this.entries.has(id));
    while (wanted.length > 0) {
      const found = await this.map.get(this.root, wanted);
      for (const [id, entry] of found) this.entries.set(id, entry);
      const parents = new Set(Array.from(found.values(), ({ parent }) => parent));
      wanted = [...parents].filter((id) => id !== '' && !this.entries.has(id));
    }
  }

  /** Without recursion, as a tree may be deeper than the call stack; ends at a page that is below itself. */
  private path(id: string): string {
    const above: string[] = [];
    const seen = new Set<string>();
    let at = id;
    while (!this.paths.has(at) && this.entries.has(at) && !seen.has(at)) {
      seen.add(at);
      above.push(at);
      at = this.entries.get(at)!.parent;
    }
    let path = this.paths.get(at) ?? '';
    for (const page of above.reverse()) {
      const entry = this.entries.get(page)!;
      if ('slug' in entry) path = joinPath(path, entry.slug);
      this.paths.set(page, path);
    }
    return path;
  }
}
