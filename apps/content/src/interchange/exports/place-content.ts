import { slugOf } from '@bindery/git-sync';
import type { GitBlob } from '@bindery/contracts';
import type { FileEntry } from '../../storage/files/file-entry';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { PlacedContent } from './placed-content';

type Entries<E> = Iterable<readonly [string, E]>;

/** Gives every page and file a path: its imported one, or one by its position in the space. */
export function placeContent(
  pages: Entries<PageEntry>,
  files: Entries<FileEntry>,
  reusable: Entries<ReusableContentEntry>,
  root: string,
): PlacedContent {
  const all = new Map(pages);
  const parents = new Set([...all.values()].map(({ parent }) => parent));
  const taken = new Set<string>();
  const place = (known: string | undefined, wanted: string): string => {
    const path = known ?? free(root ? `${root}/${wanted}` : wanted, taken);
    taken.add(path);
    return path;
  };
  // Imported paths come first, so that a new page never takes one.
  for (const entry of [...all.values(), ...valuesOf(files), ...valuesOf(reusable)])
    if (entry.git) taken.add(entry.git.path);
  const placedPages = new Map<string, string>();
  for (const [id, entry] of all) {
    if (entry.type !== 'document') continue;
    const address = addressOf(id, all);
    placedPages.set(id, place(importedPath(entry), parents.has(id) ? `${address}/README.md` : `${address}.md`));
  }
  return {
    pages: placedPages,
    files: new Map([...files].map(([id, file]) => [id, place(importedPath(file), `.gitbook/assets/${file.name}`)])),
    reusableContents: new Map(
      [...reusable].map(([id, content]) => [
        id,
        place(importedPath(content), `.gitbook/includes/${slugOf(content.title)}.md`),
      ]),
    ),
  };
}

const valuesOf = <E>(entries: Entries<E>): E[] => [...entries].map(([, entry]) => entry);

/** The path of a file in its imported folder; a file from outside of the folder gets a path in it. */
const importedPath = ({ git }: { git?: GitBlob }): string | undefined =>
  git?.path.startsWith('../') ? undefined : git?.path;

function addressOf(id: string, pages: ReadonlyMap<string, PageEntry>): string {
  const slugs: string[] = [];
  for (let entry = pages.get(id); entry; entry = pages.get(entry.parent))
    if ('slug' in entry && entry.slug) slugs.unshift(entry.slug);
  return slugs.join('/') || id;
}

function free(path: string, taken: ReadonlySet<string>): string {
  const dot = path.lastIndexOf('.');
  let candidate = path;
  for (let n = 1; taken.has(candidate); n++) candidate = `${path.slice(0, dot)}-${n}${path.slice(dot)}`;
  return candidate;
}
