import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import type { ChangedRevisionPage, SemanticChange, SemanticChanges, Variables } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { presentFile, type FileEntry } from '../files/file-entry';
import { isSame } from '../merge/three-way';
import type { PageEntry } from '../pages/page-entry';
import { joinPath } from '../pages/page.presenter';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionContent } from '../revisions/revision-content';
import { ChunkRepository } from '../store/chunk.repository';
import type { Difference } from '../store/map-diff';
import { inTreeOrder } from './in-tree-order';
import { changeOf, pageChanges, presentPageChange } from './page-changes';

/** What two contents of a space differ in, as a reader would say it. Costs what differs and not what the space holds. */
@Injectable()
export class SemanticChangeReader {
  constructor(
    private readonly chunks: ChunkRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** At most `limit` changes: pages as they stand in the tree, then files and reusable contents by their ids, then variables. */
  async read(
    organization: string,
    before: RevisionContent,
    after: RevisionContent,
    limit: number,
  ): Promise<SemanticChanges> {
    const [pages, files, reusable] = await Promise.all([
      this.chunks.map<PageEntry>(organization).diff(before.pages, after.pages),
      this.chunks.map<FileEntry>(organization).diff(before.files, after.files),
      this.chunks.map<ReusableContentEntry>(organization).diff(before.reusableContents, after.reusableContents),
    ]);
    const inOrder = await inTreeOrder(pages, (ids) => this.pagesIn(organization, [after, before], ids));
    const [old, now] = [this.tellers(organization, before), this.tellers(organization, after)];
    const pending = [
      ...inOrder.flatMap(pageChanges).map((change) => () => presentPageChange(change, old, now)),
      ...files.map((difference) => async () => this.file(organization, difference)),
      ...reusable.map((difference) => async () => reusableContent(difference)),
      ...variables(before, after).map((change) => async () => change),
    ];
    const changes: SemanticChange[] = [];
    for (const present of pending.slice(0, limit)) changes.push(await present());
    const more = pending.length - changes.length;
    return { changes, ...(more > 0 && { more }) };
  }

  /** Pages by id, as the first of the contents has them that does. */
  private async pagesIn(organization: string, contents: RevisionContent[], ids: string[]) {
    const found = new Map<string, PageEntry>();
    for (const { pages } of contents) {
      const missing = ids.filter((id) => !found.has(id));
      for (const [id, entry] of await this.chunks.map<PageEntry>(organization).get(pages, missing))
        found.set(id, entry);
    }
    return found;
  }

  /** Tell of pages of one content, with their paths. */
  private tellers(organization: string, { pages }: RevisionContent) {
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
    const { PUBLIC_URL: publicUrl, SECRET_KEY: secret } = this.config;
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
