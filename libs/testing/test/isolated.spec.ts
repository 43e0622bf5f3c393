import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout } from '@bindery/launcher';

const declaration =
  /\b(contract|internal|batch|event<.*>)\('(identity|content|change-requests|sites|integrations|ai-jobs)'/;
const relativeImport = / from '(\.\.?\/[^']+)';/g;
/** Where the product declares its own. */
const product = join(checkout.root, 'libs', 'contracts');

const specs = ['apps', 'libs', 'tools'].flatMap((name) => {
  const folder = join(checkout.root, name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') && !/node_modules|[\\/]dist[\\/]/.test(path))
    .map((path) => join(folder, path));
});
const read = (path: string) => readFileSync(path, 'utf8');

/** The files of its own that a test uses. */
const helpersOf = (spec: string): string[] =>
  [...read(spec).matchAll(relativeImport)]
    .map(([, name]) => join(dirname(spec), `${name}.ts`))
    .filter((helper) => existsSync(helper) && !helper.startsWith(product));

// The files of a worker share what they load: other files would find these operations in the registry.
it('has every file isolated that declares operations or events', () => {
  const declaring = specs.filter((spec) => [spec, ...helpersOf(spec)].some((file) => declaration.test(read(file))));
  expect(declaring.length).toBeGreaterThan(5);
  expect(declaring.filter((spec) => !read(spec).startsWith('/** @isolated '))).toEqual([]);
});
