import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface CorpusPage {
  path: string;
  source: string;
}

const publicDocs = process.env.BINDERY_CORPUS ?? resolve(__dirname, '../../../../shared/corpus/public-docs');
const samples = resolve(__dirname, 'sample-docs');

/** Folders of real pages that tests read: those of the checkout, and the public documentation where it is. */
export const corpora = [
  { name: 'the samples', root: samples },
  { name: 'the public documentation', root: publicDocs },
].filter(({ root }) => {
  const isThere = existsSync(root);
  if (!isThere) console.warn(`There is no folder ${root}: its pages are not tested`);
  return isThere;
});

export const pagesOf = (root: string): CorpusPage[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.endsWith('SUMMARY.md') && !/(?:^|\/)\.git(?:book)?\//.test(path))
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
