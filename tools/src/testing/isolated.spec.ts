import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout } from '../paths';

const folders = ['apps', 'libs', 'tools'].map((name) => join(checkout.root, name));
const declares =
  /\b(contract|internal|batch|event<.*>)\('(identity|content|change-requests|sites|integrations|ai-jobs)'/;
const isIsolated = /^\/\*\* @isolated /;
const imported = / from '(\.\.?\/[^']+)';/g;

const specs = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !/node_modules|[\\/]dist[\\/]/.test(path))
    .map((path) => join(folder, path)),
);
const read = (path: string) => readFileSync(path, 'utf8');

/** What a test uses of the files beside it. */
const helpersOf = (path: string): string[] =>
  [...read(path).matchAll(imported)]
    .map(([, name]) => join(dirname(path), `${name}.ts`))
    .filter((helper) => helper.startsWith(dirname(path)) && !helper.includes(join('libs', 'contracts')));

// The files of a worker share what they load: other files would find these operations in the registry.
it('has every file isolated that declares operations or events', () => {
  const declaring = specs.filter((path) => [path, ...helpersOf(path)].some((file) => declares.test(readIfThere(file))));
  expect(declaring.length).toBeGreaterThan(5);
  expect(declaring.filter((path) => !isIsolated.test(read(path)))).toEqual([]);
});

function readIfThere(path: string): string {
  try {
    return read(path);
  } catch {
    return '';
  }
}
