import { conflict, invalid, type RevertPage } from '@bindery/contracts';
import { withAnchors } from '@bindery/documents';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import { sourceOf } from '../../model/pages/page-source';
import { missing, type ContentEdit } from './content-edit';
import { revertBlocks } from './revert-blocks';
import { documentAfter } from './written-page';

/** Reads a page in a revision of the space; by default in the revision that the draft started from. */
export type RevisionOf = (page: string, revision?: string) => Promise<PageEntry | undefined>;

/** Reverts pages to a former state. */
export class RevertPages {
  constructor(
    private readonly edit: ContentEdit,
    private readonly now: string,
    private readonly revisionOf: RevisionOf,
  ) {}

  async run({ page: id, revision, block }: RevertPage, at: string): Promise<void> {
    const old = await this.revisionOf(id, revision);
    if (!old) throw missing('Page', `${at}.${revision === undefined ? 'page' : 'revision'}`);
    this.edit.touched.add(id);
    if (block) await this.blocks(id, old, block, at);
    else await this.page(id, old, at);
  }

  private async blocks(id: string, old: PageEntry, keys: string[], at: string): Promise<void> {
    const entry = await this.edit.page(id, `${at}.page`);
    if (entry.type !== 'document' || old.type !== 'document')
      throw invalid(`${at}.block`, 'Only document pages have blocks');
    if (sourceOf(entry)?.unreadable)
      throw conflict(
        `${at}.block: The source file of the page could not be read. Revert the whole page, or replace its document`,
      );
    const [now, before] = [await this.edit.written(id, entry), await this.edit.stored(old.document)];
    const { document, unknown } = revertBlocks(now?.document, before?.document, keys);
    if (unknown !== undefined)
      throw invalid(`${at}.block`, `block ${unknown} is neither in the page nor in the former revision`);
    await this.edit.pages.put(id, { ...entry, updatedAt: this.now });
    this.edit.hold(id, documentAfter(now, withAnchors(document), [before]), `${at}.block`);
  }

  /** The whole page, at its former position if that still exists. */
  private async page(id: string, old: PageEntry, at: string): Promise<void> {
    const place = await this.placeOf(id, old, at);
    const entry: PageEntry = { ...old, ...place, updatedAt: this.now };
    if ('slug' in entry && (await this.edit.pages.isTaken(entry.parent, entry.slug, id)))
      throw conflict(`${at}.page: the slug ${entry.slug} belongs to another page now`);
    this.edit.release(id);
    await this.edit.pages.put(id, entry);
  }

  private async placeOf(id: string, old: PageEntry, at: string): Promise<Pick<DocumentPageEntry, 'parent' | 'order'>> {
    const now = await this.edit.pages.get(id);
    const isThere = old.parent === '' || (await this.edit.pages.get(old.parent)) !== undefined;
    const isUsable = isThere && !(await this.edit.pages.isWithin(old.parent, id));
    if (!isUsable && !now) throw conflict(`${at}.page: the parent page no longer exists`);
    const { parent, order } = isUsable ? old : now!;
    return { parent, order };
  }
}
