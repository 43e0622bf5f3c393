import type { FileEntry } from '../../storage/files/file-entry';
import { isFormerSlugKey, type PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionContent } from '../../model/pages/revision-content';
import { canonicalJson } from '../../storage/store/canonical-json';
import type { ChunkRepository } from '../../storage/store/chunk.repository';

export interface PreviousEntry<E> {
  id: string;
  entry: E;
}

/** A revision of an organization's space. */
export type Before = Pick<RevisionContent, 'pages' | 'slugs' | 'files' | 'reusableContents'> & {
  organizationId: string;
};

/** What a space holds before an import, found by what stays the same: a file's path, or a place in the tree. */
export interface PreviousContent {
  pages: ReadonlyMap<string, PreviousEntry<PageEntry>>;
  files: ReadonlyMap<string, PreviousEntry<FileEntry>>;
  reusableContents: ReadonlyMap<string, PreviousEntry<ReusableContentEntry>>;
  /** By the keys of slugs that pages had once, their ids. */
  formerSlugs: ReadonlyMap<string, string>;
}

export const nothingBefore: PreviousContent = {
  pages: new Map(),
  files: new Map(),
  reusableContents: new Map(),
  formerSlugs: new Map(),
};

/** The same with files under the paths that they have got: by each new one, the one before. */
export function withRenames(previous: PreviousContent, renames: ReadonlyMap<string, string>): PreviousContent {
  if (renames.size === 0) return previous;
  const renamed = <E>(known: ReadonlyMap<string, E>): ReadonlyMap<string, E> => {
    const moved = new Map(known);
    for (const [to, from] of renames) {
      const entry = known.get(from);
      if (entry === undefined) continue;
      moved.delete(from);
      moved.set(to, entry);
    }
    return moved;
  };
  const { pages, files, reusableContents, formerSlugs } = previous;
  return { pages: renamed(pages), files: renamed(files), reusableContents: renamed(reusableContents), formerSlugs };
}

/** Under what a page is found again: the path of its file, else its place among the pages around it. */
export function pageKeyOf(entry: PageEntry): string {
  if (entry.git) return entry.git.path;
  const own =
    'slug' in entry ? entry.slug : canonicalJson([entry.title, 'target' in entry ? entry.target : entry.computed]);
  return `${entry.type} ${entry.parent}/${own}`;
}

export async function previousContent(chunks: ChunkRepository, head: Before): Promise<PreviousContent> {
  const byKey = async <E extends object>(root: string, keyOf: (entry: E) => string | undefined) => {
    const entries = await chunks.map<E>(head.organizationId).entries(root);
    return new Map(
      entries.flatMap(([id, entry]) => {
        const key = keyOf(entry);
        return key === undefined ? [] : [[key, { id, entry }] as const];
      }),
    );
  };
  const slugs = await chunks.map<string>(head.organizationId).entries(head.slugs);
  return {
    pages: await byKey<PageEntry>(head.pages, pageKeyOf),
    files: await byKey<FileEntry>(head.files, ({ git }) => git?.path),
    reusableContents: await byKey<ReusableContentEntry>(head.reusableContents, ({ git }) => git?.path),
    formerSlugs: new Map(slugs.filter(([key]) => isFormerSlugKey(key))),
  };
}
