import type { ImportRun } from '@bindery/contracts';
import { createServiceOrganization, ended, type ServiceOrganization, upload, zipOf } from '@bindery/testing';
import { watchTurns } from './longest-turn';

const long = process.env.BINDERY_TEST === 'long';
const sizes = long ? [1_000, 2_500, 5_000, 10_000] : [600];

jest.setTimeout(900_000);

let world: ServiceOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

/** Pages of some 2 KB in folders of a hundred, with links to each other and a table of contents. */
function pages(count: number): Record<string, string> {
  const path = (n: number) => `f${Math.floor(n / 100)}/p${n}.md`;
  const files: Record<string, string> = {};
  let summary = '# Table of contents\n\n';
  for (let n = 0; n < count; n++) {
    const text = 'Some words about a thing, **strong** and `code`, and then [the next](p1.md) of them. '.repeat(15);
    files[path(n)] =
      `# Page ${n}\n\n${text.replace('p1.md', `../${path((n + 1) % count)}`)}\n\n## Part\n\n* one\n* two\n`;
    summary += `* [Page ${n}](${path(n)})\n`;
  }
  return { ...files, 'SUMMARY.md': summary };
}

/** Imports files and measures the time of the run (in seconds), and the event loop's longest turn meanwhile (in milliseconds). */
async function measured(files: Record<string, string>): Promise<{ run: ImportRun; seconds: number; turn: number }> {
  const key = await upload(world, await zipOf(files));
  const body = { source: { type: 'file', files: [key] }, target: { title: 'Large' } };
  const longestTurn = watchTurns();
  const begun = performance.now();
  const { id } = await world.api.expect<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body,
  });
  const run = await ended(world, id);
  const figures = { seconds: (performance.now() - begun) / 1_000, turn: longestTurn() };
  expect({ status: run.status, problems: run.problems }).toMatchObject({
    status: 'completed',
    problems: expect.any(Array) as [],
  });
  return { run, ...figures };
}

it.each(long ? [0.5, 2.5, 4.9] : [0.5])('reads a page of %d MB, or says why it does not', async (megabytes) => {
  const row = 'Words with *emphasis*, **weight**, [a link](https://example.com) and `code`.\n\n';
  const { run, seconds, turn } = await measured({
    'README.md': `# Big\n\n${row.repeat(Math.floor((megabytes * 1_000_000) / row.length))}`,
    'other.md': '# Other\n',
  });
  console.log(`a page of ${megabytes} MB in ${seconds.toFixed(1)} s, longest turn ${turn.toFixed(0)} ms`);
  expect(run.progress.pages).toEqual({ total: 2, done: 2 });
  const refused = {
    severity: 'error',
    file: 'README.md',
    line: 1,
    message: expect.stringMatching(/memory|processor time/),
  };
  expect(run.problems).toEqual(megabytes > 2.5 ? [refused] : []);
});

it('reads every page, however many there are', async () => {
  for (const count of sizes) {
    const { run, seconds, turn } = await measured(pages(count));
    expect(run.progress.pages).toEqual({ total: count, done: count });
    console.log(
      `${count} pages in ${seconds.toFixed(1)} s (${((seconds / count) * 1_000).toFixed(1)} ms a page), longest turn ${turn.toFixed(0)} ms`,
    );
  }
});
