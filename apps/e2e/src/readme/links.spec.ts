import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentation } from './documentation';

const root = join(__dirname, '../../../..');

// Links between the pages of docs are those of a space: apps/content/test/imports/corpus.spec.ts has the platform look at them.
it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])(
  'leads from %s to files that exist',
  (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link]) => link!);
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  },
);

/** Files that a reader makes: by a command of the page, or in the steps of the pages on contributing. */
const made = [
  'docker/.env',
  'apps/content/src/migrations/1700000099000-tagline.ts',
  'apps/content/test/spaces/spaces.spec.ts',
];
const path = /`((?:apps|libs|tools|docker|k8s|docs)\/[\w./-]+)`/g;

it.each([...documentation()])('names in %s only files and folders that exist', (_, text) => {
  const named = Array.from(text.matchAll(path), ([, name]) => name!);
  expect(named.filter((name) => !made.includes(name) && !existsSync(join(root, name)))).toEqual([]);
});

it('keeps the README to what fits on some screens', () => {
  expect(readFileSync(join(root, 'README.md')).length).toBeLessThan(7_000);
});
