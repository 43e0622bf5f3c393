import type { SummaryLink } from './summary';
import { encodePath } from './names';
import { directoryOf, isHidden, isMarkdown } from './paths';

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Folders deeper than this lie beside each other. */
const maxDepth = 50;

/**
 * The table of contents of a folder that has none: a `README.md` stands above the other files of its folder, folders and
 * files in natural order, the top `README.md` first. Titles are left empty: a page's own heading is its title.
 */
export function inferSummary(paths: readonly string[]): SummaryLink[] {
  const pages = paths.filter((path) => isMarkdown(path) && !isHidden(path) && !/^SUMMARY\.md$/i.test(path));
  const byFolder = new Map<string, { files: string[]; folders: Set<string> }>();
  const folderOf = (folder: string) => {
    let known = byFolder.get(folder);
    if (!known) byFolder.set(folder, (known = { files: [], folders: new Set() }));
    return known;
  };
  for (const path of pages) {
    let folder = directoryOf(path);
    folderOf(folder).files.push(path);
    for (; folder; folder = directoryOf(folder)) folderOf(directoryOf(folder)).folders.add(folder);
  }
  return entriesOf('', byFolder, 0);
}

const isReadme = (path: string): boolean => /(^|\/)readme\.(md|markdown)$/i.test(path);

function entriesOf(
  folder: string,
  byFolder: Map<string, { files: string[]; folders: Set<string> }>,
  depth: number,
): SummaryLink[] {
  const { files, folders } = byFolder.get(folder) ?? { files: [], folders: new Set<string>() };
  const top = files.find(isReadme);
  const own = files.filter((path) => path !== top).map((path) => entry(path));
  const below = [...folders].map((inner) => folderEntry(inner, byFolder, depth + 1));
  const sorted = [...own, ...below.flat()].sort((a, b) => byName(a.file!, b.file!));
  return folder === '' && top ? [entry(top), ...sorted] : sorted;
}

/** A folder's `README.md` with the rest below it; without one the rest takes its place. */
function folderEntry(
  folder: string,
  byFolder: Map<string, { files: string[]; folders: Set<string> }>,
  depth: number,
): SummaryLink[] {
  const children = entriesOf(folder, byFolder, depth);
  const readme = byFolder.get(folder)?.files.find(isReadme);
  if (!readme) return children;
  return depth < maxDepth ? [entry(readme, children)] : [entry(readme), ...children];
}

const entry = (file: string, children: SummaryLink[] = []): SummaryLink => ({
  type: 'link',
  title: '',
  url: encodePath(file),
  file,
  line: 0,
  children,
});
