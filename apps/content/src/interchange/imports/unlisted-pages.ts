import type { ImportProblem } from '@bindery/contracts';
import { slugOfPath, uniqueSlug } from '@bindery/git-sync';
import { orderKeysBetween } from '@bindery/persistence';
import type { PageEntry } from '../../model/pages/page-entry';
import type { PreviousContent } from './previous-content';
import type { PlacedPages } from './tree-entries';

/** Markdown files that no table of contents names. Those that are the target of links become hidden pages at the end of the space. */
export class UnlistedPages {
  private readonly taken = new Set<string>();
  private readonly order: (index: number) => string;

  constructor(
    /** The ids by the paths of their files. */
    private readonly files: ReadonlyMap<string, string>,
    private readonly placed: PlacedPages,
    private readonly previous: PreviousContent,
    private readonly place: (file: string) => string,
  ) {
    const last = [...placed.entries.values()].reduce(
      (max, { parent, order }) => (!parent && order > max ? order : max),
      '',
    );
    const orders = orderKeysBetween(last || null, null, files.size);
    this.order = (index) => orders[index]!;
  }

  /** Adds the pages that are the target of a link and that were not added before. */
  take(used: ReadonlySet<string>): PlacedPages['pages'] {
    const fresh = [...used].filter((file) => this.files.has(file) && !this.taken.has(file));
    for (const file of fresh) this.taken.add(file);
    return fresh.map((file) => {
      const id = this.files.get(file)!;
      this.placed.entries.set(id, this.entry(file));
      return { id, file };
    });
  }

  problems(): ImportProblem[] {
    return [...this.files.keys()].map((file) => ({
      severity: 'warning',
      file,
      message: this.taken.has(file)
        ? 'The table of contents does not name this page; links to it open it, and it is hidden'
        : 'The table of contents does not name this page, and no link points to it; it was left out',
    }));
  }

  private entry(file: string): PageEntry {
    const time = new Date().toISOString();
    const known = this.previous.pages.get(this.place(file))?.entry;
    const kept = known?.type === 'document' && known.parent === '' && !this.placed.slugs.has(known.slug) && known.slug;
    const slug = kept || uniqueSlug(slugOfPath(file), this.placed.slugs);
    this.placed.slugs.add(slug);
    const order = known?.type === 'document' && known.unlisted ? known.order : this.order(this.taken.size - 1);
    const base = { parent: '', order, title: '', createdAt: time, updatedAt: time };
    return { ...base, type: 'document', slug, hidden: true, unlisted: true };
  }
}
