import { fromBufferPromise } from 'yauzl';
import { COMMON_WORD, RARE_PAGES, RARE_WORD, writePages, zipPages } from './documentation';

const countOf = (word: string, pages: ReturnType<typeof writePages>) =>
  pages.filter(({ sections }) => sections.some(({ body }) => body.includes(word))).length;

it('writes the same pages again, and others for another seed', () => {
  expect(writePages(20)).toEqual(writePages(20));
  expect(writePages(20, 1)).not.toEqual(writePages(20));
});

it.each([100, 1_000])('has the rare word on three of %i pages and the common one on most', (count) => {
  const pages = writePages(count);
  expect(countOf(RARE_WORD, pages)).toBe(RARE_PAGES);
  expect(countOf(COMMON_WORD, pages)).toBeGreaterThan(count * 0.9);
});

it('nests pages to the depth and compresses little enough to be taken for what it is', async () => {
  const zip = await fromBufferPromise(await zipPages(writePages(20), 10));
  let ratio = 0;
  let summary = '';
  for await (const entry of zip.eachEntry()) {
    ratio += entry.uncompressedSize / entry.compressedSize / 21;
    if (entry.fileName !== 'SUMMARY.md') continue;
    for await (const chunk of await zip.openReadStreamPromise(entry)) summary += String(chunk);
  }
  expect(ratio).toBeLessThan(10);
  expect(summary.match(/^ {18}\* /gm)).toHaveLength(2);
});
