import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = join(__dirname, '../../../..');

/** The platform's own documentation, which the first start publishes. */
export const documentationFolder = join(checkout, 'docs');

/** A documentation of some pages: every kind of block, groups, includes and a picture. */
export const sampleDocs = join(checkout, 'libs/documents/test/sample-docs');

/** A large public documentation, where it lies beside the checkout. */
export const publicDocs = ['shared', '../shared']
  .map((folder) => join(checkout, '..', folder, 'corpus/public-docs'))
  .find((folder) => existsSync(folder));

/** All files of a folder by their paths. */
export function filesOf(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}
