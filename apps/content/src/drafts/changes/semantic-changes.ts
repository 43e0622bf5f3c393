import { Inject, Injectable } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import type { ChangedRevisionPage, ChangesQuery, SemanticChange, SemanticChanges, Variables } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { presentFile, type FileEntry } from '../../storage/files/file-entry';
import { isSame } from '../../model/merge/three-way';
import type { PageEntry } from '../../model/pages/page-entry';
import { joinPath } from '../../model/pages/page.presenter';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionContent } from '../../model/pages/revision-content';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { Difference } from '../../storage/store/map-diff';
import { inTreeOrder } from './in-tree-order';
import { changeOf, pageChanges, presentPageChange, type PendingPageChange } from './page-changes';
import { TextChangeReader, type DocumentChange } from './text-changes';

type ChangesOptions = Pick<ChangesQuery, 'limit'> & Partial<Pick<ChangesQuery, 'blocks' | 'page'>>;

/** A change that is presented only if it is returned. */
interface Pending {
  present: () => Promise<SemanticChange>;
  /** Its document before and after, if that is the change. */
  documents?: DocumentChange;
}

/** The differences of two contents of a space in the terms of a reader. The cost depends on the differences, not on the space. */
@Injectable()
export class SemanticChangeReader {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly texts: TextChangeReader,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** At most `limit` changes, optionally of one page: pages in the order of the tree, then files and reusable contents by their ids, then variables. */
  async read(
    organization: string,
    before: RevisionContent,
    after: RevisionContent,
    { limit, blocks = false, page }: ChangesOptions,
  ): Promise<SemanticChanges> {
    const pages = await this.chunks.map<PageEntry>(organization).diff(before.pages, after.pages);
    const inOrder = await inTreeOrder(page === undefined ? pages : pages.filter(({ key }) => key === page), (ids) =>
      this.pagesIn(organization, [after, before], ids),
    );
    const [old, now] = [this.presenters(organization, before), this.presenters(organization, after)];
    const pending: Pending[] = [
      ...inOrder.flatMap(pageChanges).map((change) => ({
        present: () => presentPageChange(change, old, now),
        ...documentsOfPage(change),
      })),
      ...(page === undefined ? await this.besidesPages(organization, before, after) : []),
    ];
    const listed = pending.slice(0, limit);
    const changes: SemanticChange[] = [];
    for (const { present } of listed) changes.push(await present());
    const more = pending.length - changes.length;
    return {
      changes: blocks ? await this.withTexts(organization, listed, changes) : changes,
      ...(more > 0 && { more }),
    };
  }

  private async besidesPages(
    organization: string,
    before: RevisionContent,
    after: RevisionContent,
  ): Promise<Pending[]> {
    const [files, reusable] = await Promise.all([
      this.chunks.map<FileEntry>(organization).diff(before.files, after.files),
      this.chunks.map<ReusableContentEntry>(organization).diff(before.reusableContents, after.reusableContents),
    ]);
    const always = (change: SemanticChange) => ({ present: () => Promise.resolve(change) });
    return [
      ...files.map((difference) => always(this.file(organization, difference))),
      ...reusable.map((difference) => ({
        ...always(reusableContent(difference)),
        ...documentsOf(difference.before, difference.after),
      })),
      ...variables(before, after).map(always),
    ];
  }

  /** The changes with the changed blocks of documents. */
  private async withTexts(
    organization: string,
    listed: readonly Pending[],
    changes: readonly SemanticChange[],
  ): Promise<SemanticChange[]> {
    const texts = await this.texts.read(
      organization,
      listed.flatMap(({ documents }) => documents ?? []),
    );
    let next = 0;
    return changes.map((change, index) =>
      listed[index]!.documents ? ({ ...change, ...texts[next++] } as SemanticChange) : change,
    );
  }

  /** Pages by id, from the first of the contents that has them. */
  private async pagesIn(organization: string, contents: RevisionContent[], ids: string[]) {
    const found = new Map<string, PageEntry>();
    for (const { pages } of contents) {
      const missing = ids.filter((id) => !found.has(id));
      for (const [id, entry] of await this.chunks.map<PageEntry>(organization).get(pages, missing))
        found.set(id, entry);
    }
    return found;
  }

  /** Present pages of one content, with their paths. */
  private presenters(organization: string, { pages }: RevisionContent) {
    const map = this.chunks.map<PageEntry>(organization);
    const known = new Map<string, Promise<PageEntry | undefined>>();
    const entryOf = (id: string) => {
      let found = known.get(id);
      if (!found) known.set(id, (found = map.get(pages, [id]).then((entries) => entries.get(id))));
      return found;
    };
    const page = async (id: string, entry: PageEntry): Promise<ChangedRevisionPage> => {
      const { type, title } = entry;
      if (!('slug' in entry)) return { id, type, title };
      let path = entry.slug;
      for (let parent = entry.parent; parent;) {
        const above = await entryOf(parent);
        if (above && 'slug' in above) path = joinPath(above.slug, path);
        parent = above?.parent ?? '';
      }
      return { id, type, title, path };
    };
    const parentOf = async ({ parent }: PageEntry) => {
      const above = parent ? await entryOf(parent) : undefined;
      return above && page(parent, above);
    };
    return { page, parentOf };
  }

  private file(organization: string, { key: id, before, after }: Difference<FileEntry>): SemanticChange {
    const { PUBLIC_URL: publicUrl } = this.config;
    const secret = fileKeyOf(this.config);
    const seen = (entry: FileEntry) => {
      const { name, contentType, downloadURL, size, dimensions } = presentFile(id, entry, {
        organization,
        publicUrl,
        secret,
        metadata: false,
      });
      return { name, contentType, downloadURL, size, ...(dimensions && { dimensions }) };
    };
    const [old, now] = [before && seen(before), after && seen(after)];
    const { name, contentType, downloadURL } = (now ?? old)!;
    const file = { id, name, contentType, downloadURL };
    if (!now) return { type: 'file_deleted', file };
    if (!old) return { type: 'file_created', file };
    return { type: 'file_edited', file, attributes: differing(old, now) };
  }
}

/** The document before and after, where it changed. */
function documentsOf(before?: { document?: string }, after?: { document?: string }): Pick<Pending, 'documents'> {
  if (before?.document === after?.document) return {};
  return { documents: changeOf(before?.document, after?.document) };
}

function documentsOfPage(change: PendingPageChange): Pick<Pending, 'documents'> {
  if (change.type === 'page_moved') return {};
  const [before, after] = [
    'before' in change ? change.before : undefined,
    'after' in change ? change.after : undefined,
  ];
  return documentsOf(withDocument(before), withDocument(after));
}

const withDocument = (entry: PageEntry | undefined) =>
  entry && 'document' in entry ? (entry as { document?: string }) : undefined;

function reusableContent({ key: id, before, after }: Difference<ReusableContentEntry>): SemanticChange {
  const seen = ({ title, document }: ReusableContentEntry) => ({ title, ...(document && { document }) });
  const reusable = { id, ...seen((after ?? before)!) };
  if (!after) return { type: 'reusable_content_deleted', reusableContent: reusable };
  if (!before) return { type: 'reusable_content_created', reusableContent: reusable };
  const attributes = differing(seen(before), seen(after));
  return { type: 'reusable_content_edited', reusableContent: reusable, attributes };
}

function variables({ variables: before }: RevisionContent, { variables: after }: RevisionContent): SemanticChange[] {
  const edited = differing(before, after) as Record<string, Change<Variables[string]>>;
  return Object.keys(edited).length > 0 ? [{ type: 'variables_edited', variables: edited }] : [];
}

interface Change<T> {
  before?: T;
  after?: T;
}

/** The members that differ, each before and after. */
function differing<T extends object>(before: T, after: T): { [K in keyof T]?: Change<T[K]> } {
  const [old, now] = [before, after] as unknown as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys({ ...old, ...now }).filter((name) => !isSame(old[name], now[name]));
  return Object.fromEntries(names.map((name) => [name, changeOf(old[name], now[name])])) as never;
}
