import { fileNameOf, slugOf } from '@bindery/git-sync';
import type { GitBlob } from '@bindery/contracts';
import type { FileEntry } from '../../storage/files/file-entry';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { FreePaths } from './free-paths';
import type { PlacedContent } from './placed-content';

type Entries<E> = Iterable<readonly [string, E]>;

/** The folder in which content is placed. */
export interface ContentFolder {
  /** The folder of the pages in it. */
  root: string;
  /** Paths of settings and of the table of contents. */
  settings?: readonly string[];
  /** Git's ids of the files in it that the space does not hold, by path. They stay as they are. */
  others?: ReadonlyMap<string, string>;
}

/** Gives every page and file a path: the one that it has in Git, or one by its position in the space. */
export function placeContent(
  pages: Entries<PageEntry>,
  files: Entries<FileEntry>,
  reusable: Entries<ReusableContentEntry>,
  { root, settings = [], others = new Map() }: ContentFolder,
): PlacedContent {
  const all = new Map(pages);
  const parents = new Set([...all.values()].map(({ parent }) => parent));
  const paths = new FreePaths();
  const knownPath = ({ git }: { git?: GitBlob }): string | undefined => {
    // A file from outside of the folder gets a path in it.
    if (git === undefined || git.path.startsWith('../')) return undefined;
    // The repository has put another file there since.
    const other = others.get(git.path);
    return other === undefined || other === git.oid ? git.path : undefined;
  };
  const place = (entry: { git?: GitBlob }, wanted: string): string =>
    knownPath(entry) ?? paths.takeFree(root ? `${root}/${wanted}` : wanted);
  // Known paths come first, so that a new page never takes one.
  for (const path of [...settings, ...others.keys()]) paths.take(path);
  for (const entry of [...all.values(), ...valuesOf(files), ...valuesOf(reusable)]) {
    const path = knownPath(entry);
    if (path !== undefined) paths.take(path);
  }
  const placedPages = new Map<string, string>();
  for (const [id, entry] of parentsFirst(all, parents)) {
    if (entry.type !== 'document') continue;
    const address = addressOf(id, all);
    placedPages.set(id, place(entry, parents.has(id) ? `${address}/README.md` : `${address}.md`));
  }
  return {
    pages: placedPages,
    files: new Map([...files].map(([id, file]) => [id, place(file, `.gitbook/assets/${fileNameOf(file.name)}`)])),
    reusableContents: new Map(
      [...reusable].map(([id, content]) => [id, place(content, `.gitbook/includes/${nameOf(content.title)}.md`)]),
    ),
  };
}

const valuesOf = <E>(entries: Entries<E>): E[] => [...entries].map(([, entry]) => entry);

/** A page with the slug `readme` must not take the path of the page above it. */
function parentsFirst<E>(pages: ReadonlyMap<string, E>, parents: ReadonlySet<string>): (readonly [string, E])[] {
  const all = [...pages];
  return [...all.filter(([id]) => parents.has(id)), ...all.filter(([id]) => !parents.has(id))];
}

const nameOf = (slug: string): string => fileNameOf(slugOf(slug));

function addressOf(id: string, pages: ReadonlyMap<string, PageEntry>): string {
  const slugs: string[] = [];
  for (let entry = pages.get(id); entry; entry = pages.get(entry.parent))
    if ('slug' in entry && entry.slug) slugs.unshift(nameOf(entry.slug));
  return slugs.join('/') || id;
}
