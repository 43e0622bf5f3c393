import { slug } from 'github-slugger';
import { directoryOf } from './paths';

/** The slug of a page by its file: the file's name, or the folder's for a `README.md`. */
export function slugOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '');
  if (!/^readme$/i.test(name)) return slugOf(name);
  const folder = directoryOf(path);
  return folder ? slugOf(folder.slice(folder.lastIndexOf('/') + 1)) : 'readme';
}

/** A title as it may stand in an address; never empty, at most 100 characters. */
export const slugOf = (title: string): string => slug(title).slice(0, 100) || 'page';

/** Makes slugs of siblings differ: the second `a` becomes `a-1`. */
export function uniqueSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  for (let n = 1; taken.has(slug); n++) slug = `${wanted.slice(0, 96)}-${n}`;
  taken.add(slug);
  return slug;
}
