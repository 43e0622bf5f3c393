import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** The pages of the documentation below a folder of `docs`, by their paths in the checkout. */
export function pagesIn(folder = ''): Map<string, string> {
  const base = join('docs', folder);
  const names = readdirSync(join(root, base), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.md')).map((name) => join(base, name));
  return new Map(paths.sort().map((path) => [path, textOf(path)]));
}

/** The README and every page of `docs`, by their paths in the checkout. */
export const documentation = (): Map<string, string> => new Map([['README.md', textOf('README.md')], ...pagesIn()]);

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
