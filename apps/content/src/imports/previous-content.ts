import type { FileEntry } from '../files/file-entry';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionContent } from '../revisions/revision-content';
import { canonicalJson } from '../store/canonical-json';
import type { ChunkRepository } from '../store/chunk.repository';

export interface Known<E> {
  id: string;
  entry: E;
}

/** A revision of an organization's space. */
export type Before = Pick<RevisionContent, 'pages' | 'files' | 'reusableContents'> & { organizationId: string };

/** What a space holds before an import, found by what stays the same: a file's path, or a place in the tree. */
export interface PreviousContent {
  pages: ReadonlyMap<string, Known<PageEntry>>;
  files: ReadonlyMap<string, Known<FileEntry>>;
  reusableContents: ReadonlyMap<string, Known<ReusableContentEntry>>;
}

export const nothingBefore: PreviousContent = { pages: new Map(), files: new Map(), reusableContents: new Map() };

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
  return {
    pages: await byKey<PageEntry>(head.pages, pageKeyOf),
    files: await byKey<FileEntry>(head.files, ({ git }) => git?.path),
    reusableContents: await byKey<ReusableContentEntry>(head.reusableContents, ({ git }) => git?.path),
  };
}
