import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRepository, readSummary, writeSummary, type FileSource, type TreePage } from '../src';

const corpus = process.env.BINDERY_CORPUS ?? resolve(__dirname, '../../../../shared/corpus/public-docs');
const present = existsSync(corpus);
if (!present) console.warn(`The corpus is not at ${corpus} (BINDERY_CORPUS): its tests are skipped`);

const files: FileSource = {
  paths: () => readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('.git/')),
  text: (path) => readFile(join(corpus, path), 'utf8'),
};

/** The local entries of a table of contents by its lines alone: depth, title and file, without the code that reads it. */
function entriesOf(folder: string): string[] {
  return readFileSync(join(corpus, folder, 'SUMMARY.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^( *)\* \[(.*)\]\(([^ )#]+\.md)(?: "[^"]*")?\)$/.exec(line);
      return match
        ? [`${(match[1] ?? '').length / 2} ${(match[2] ?? '').replace(/\\([[\]])/g, '$1')} ${folder}/${match[3]}`]
        : [];
    });
}

function* flatten(pages: TreePage[], depth: number): Generator<string> {
  for (const { type, title, file, children } of pages) {
    if (type === 'document') yield `${depth} ${title} ${file}`;
    yield* flatten(children, type === 'group' ? depth : depth + 1);
  }
}

(present ? describe : describe.skip)('the public documentation of GitBook', () => {
  it('has its 283 pages in the right tree with the right titles', async () => {
    const { site, spaces } = await readRepository(files);
    expect(spaces.map(({ directory }) => directory)).toEqual([
      'documentation',
      'developers',
      'changelog',
      'policies',
      'guides',
    ]);
    expect(site?.problems).toHaveLength(3);
    const found = spaces.flatMap(({ space }) => [...flatten(space.pages, 0)]);
    expect(found).toHaveLength(283);
    expect(found).toEqual(spaces.flatMap(({ directory }) => entriesOf(directory)));
    expect(spaces.reduce((sum, { space }) => sum + space.files.size, 0)).toBeGreaterThanOrEqual(283);
  }, 120_000);

  it.each(['documentation', 'developers', 'changelog', 'policies', 'guides'])(
    'writes the table of contents of %s as it was',
    (folder) => {
      const source = readFileSync(join(corpus, folder, 'SUMMARY.md'), 'utf8');
      expect(writeSummary(readSummary(source))).toBe(source);
    },
  );
});
