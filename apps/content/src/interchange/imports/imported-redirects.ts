import { posix } from 'node:path';
import { redirectSource, type ImportedRedirect } from '@bindery/contracts';
import { resolvePath, type SpaceTree } from '@bindery/git-sync';
import type { ImportProblems } from './import-problems';

const most = 1_000;
const longestPath = 400;

/**
 * Redirects from old paths, from `redirects` of a space's `.gitbook.yaml`: `old/path: new/page.md`,
 * both relative to the root. A redirect without a page of the space is left out and reported.
 */
export function importedRedirects(
  { root, settings }: Pick<SpaceTree, 'root' | 'settings'>,
  /** By the path of a page's file in the source. */
  pages: ReadonlyMap<string, string>,
  problems: Pick<ImportProblems, 'add'>,
  directory: string,
): ImportedRedirect[] {
  const file = posix.join(directory, '.gitbook.yaml');
  const leave = (message: string): void => problems.add({ severity: 'warning', file, message });
  const found = new Map<string, string>();
  for (const [from, to] of Object.entries(settings.redirects)) {
    const path = redirectSource(from.split('/').filter(Boolean));
    const [target = ''] = to.split('#');
    const place = resolvePath(root, target.replace(/^\/+/, '')) ?? '';
    const page = pages.get(place) ?? pages.get(posix.join(place, 'README.md'));
    if (!page) leave(`The redirect of ${from} points to ${to}, which is no page, and was left out`);
    else if (path === '/' || path.length > longestPath) leave(`${from} is no path to redirect from and was left out`);
    else if (found.size >= most) leave(`A space has at most ${most} redirects; that of ${from} was left out`);
    else found.set(path, page);
  }
  return [...found].map(([source, page]) => ({ source, page }));
}
