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
export type PreviousRevision = Pick<RevisionContent, 'pages' | 'slugs' | 'files' | 'reusableContents'> & {
  organizationId: string;
};

/** The content of a space before an import, by what identifies it: a file's path, or a position in the tree. */
export interface PreviousContent {
  pages: ReadonlyMap<string, PreviousEntry<PageEntry>>;
  files: ReadonlyMap<string, PreviousEntry<FileEntry>>;
  reusableContents: ReadonlyMap<string, PreviousEntry<ReusableContentEntry>>;
  /** The ids of pages by the keys of their former slugs. */
  formerSlugs: ReadonlyMap<string, string>;
}

export const nothingBefore: PreviousContent = {
  pages: new Map(),
  files: new Map(),
  reusableContents: new Map(),
  formerSlugs: new Map(),
};

/** The same with renamed files under their new paths; `renames` maps each new path to the one before. */
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

/** The key that identifies a page across imports: the path of its file, else its position among the pages around it. */
export function pageKeyOf(entry: PageEntry): string {
  if (entry.git) return entry.git.path;
  const own =
    'slug' in entry ? entry.slug : canonicalJson([entry.title, 'target' in entry ? entry.target : entry.computed]);
  return `${entry.type} ${entry.parent}/${own}`;
}

export async function previousContent(chunks: ChunkRepository, head: PreviousRevision): Promise<PreviousContent> {
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
