import { slug } from 'github-slugger';
import { directoryOf } from './paths';

/** The slug of a page by its file: the file's name, or the folder's for a `README.md`. */
export function slugOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '');
  if (!/^readme$/i.test(name)) return slugOf(name);
  const folder = directoryOf(path);
  return folder ? slugOf(folder.slice(folder.lastIndexOf('/') + 1)) : 'readme';
}

/**
 * A title as it may stand in an address, as GitBook makes it: dots and plus signs stay, as in `v6.8.0`. Never empty, at
 * most 100 characters, and no name that a path gives a meaning.
 */
export function slugOf(title: string): string {
  const parts = title
    .normalize('NFC')
    .split(/([.+])/)
    .map((part) => (part === '.' || part === '+' ? part : slug(part)));
  return (
    parts
      .join('')
      .slice(0, 100)
      .replace(/^\.+|\.+$/g, '') || 'page'
  );
}

/** The slugs that a name may have got: as it is written, by the rule, and by the one before, which left out dots and plus signs. */
export const slugsFor = (name: string): string[] => [name, slugOf(name), slug(name).slice(0, 100) || 'page'];

/** Where the count of each slug goes on, by the siblings: so many alike take no time that grows with their square. */
const counts = new WeakMap<Set<string>, Map<string, number>>();

/** The slug that the nth page after the first gets that would have the same one. */
export const numberedSlug = (wanted: string, n: number): string => (n === 0 ? wanted : `${wanted.slice(0, 96)}-${n}`);

/** Makes slugs of siblings differ: the second `a` becomes `a-1`. Nothing is ever taken out of `taken`. */
export function uniqueSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  if (taken.has(slug)) {
    const count = counts.get(taken) ?? new Map<string, number>();
    counts.set(taken, count);
    let n = count.get(wanted) ?? 1;
    do slug = numberedSlug(wanted, n++);
    while (taken.has(slug));
    count.set(wanted, n);
  }
  taken.add(slug);
  return slug;
}
