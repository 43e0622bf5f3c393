import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentReferences, ImportRun, RevisionPages } from '@bindery/contracts';
import {
  createServiceOrganization,
  documentationFolder,
  ended,
  exported,
  filesOf,
  flat,
  publicDocs,
  sampleDocs,
  sql,
  type TestOrganization,
  upload,
  zipOf,
} from '@bindery/testing';
import { outlineOf, outlineOfPages } from './outline';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

/** Imports files and measures the time from the request of the run to its end. */
async function imported(files: Record<string, Buffer>): Promise<{ run: ImportRun; seconds: number }> {
  const key = await upload(world, await zipOf(files));
  const begun = performance.now();
  const { id } = await world.api.expect<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { source: { type: 'file', files: [key] }, target: {} },
  });
  const run = await ended(world, id);
  expect(run).toMatchObject({ status: 'completed' });
  return { run, seconds: (performance.now() - begun) / 1000 };
}

async function pagesOf(spaceId: string) {
  const { pages } = await world.api.expect<RevisionPages>('listPages', {
    token: world.admin.token,
    params: { spaceId },
  });
  return pages;
}

/** Everything of the folder that belongs to the space and is part of what is shown comes back as it was. */
async function expectSameBytes(spaceId: string, files: Record<string, Buffer>, folder: string): Promise<number> {
  const out = await exported(world, spaceId);
  for (const [path, bytes] of Object.entries(out)) {
    const source = files[folder + path];
    expect({ path, same: source !== undefined && source.equals(bytes) }).toEqual({ path, same: true });
  }
  return Object.keys(out).length;
}

it('imports the sample documentation whole, and gives every file of it back', async () => {
  const files = filesOf(sampleDocs);
  const { run } = await imported(files);
  expect(run.problems).toEqual([]);
  const [space] = run.spaces;
  expect(outlineOfPages(await pagesOf(space!.id))).toEqual(outlineOf(files['SUMMARY.md']!.toString()));
  expect(await expectSameBytes(space!.id, files, '')).toBe(Object.keys(files).length);
});

it("imports the platform's own documentation without a problem, with no page left out and no broken link", async () => {
  const files = filesOf(documentationFolder);
  const { run } = await imported(files);
  expect(run.problems).toEqual([]);
  const [space] = run.spaces;
  const pages = Object.keys(files).filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md');
  expect(flat(await pagesOf(space!.id)).filter(({ type }) => type === 'document')).toHaveLength(pages.length);
  const written = pages.reduce((sum, path) => sum + linksIn(files[path]!.toString()).size, 0);
  const { stats, items } = await linksOnce(space!.id, written);
  expect([stats.broken.total, items.filter(({ status }) => status === 'broken')]).toEqual([0, []]);
});

/** Where a Markdown text leads in its space, each place once; code is left out. */
function linksIn(markdown: string): Set<string> {
  const prose = markdown.replace(/^ *```[^]*?^ *```$/gm, '').replace(/`[^`]*`/g, '');
  return new Set(Array.from(prose.matchAll(/\]\((?!https?:)([^)]+)\)/g), ([, link]) => link!));
}

/** The links of a space once there are as many as are written there; the index follows in the background. */
async function linksOnce(spaceId: string, least: number): Promise<ContentReferences> {
  const { token } = world.admin;
  for (let look = 1; ; look++) {
    const query = { limit: '1000' };
    const found = await world.api.expect<ContentReferences>('listSpaceLinks', { token, params: { spaceId }, query });
    const count = found.items.reduce((sum, { locationReferences }) => sum + (locationReferences?.length ?? 0), 0);
    if (count >= least) return found;
    if (look === 600) throw new Error(`There are ${count} links where ${least} are written`);
    await sleep(50);
  }
}

(publicDocs ? describe : describe.skip)('the public corpus (skipped where it does not lie beside the checkout)', () => {
  const spaces = {
    Documentation: 'documentation',
    Guides: 'guides',
    Developers: 'developers',
    Changelog: 'changelog',
    Policies: 'policies',
  };

  it('imports all pages in the right tree with the right titles, and gives every file back', async () => {
    const files = filesOf(publicDocs!);
    const { run, seconds } = await imported(files);
    const { pages, files: stored } = run.progress;
    console.log(
      `public corpus: ${pages.done} pages and ${stored.done} files in ${seconds.toFixed(1)} s, ${run.problems.length} problems`,
    );
    expect(run.problems.filter(({ message }) => /has no folder and was left out/.test(message)).length).toBeGreaterThan(
      0,
    );
    expect(run.problems.filter(({ severity }) => severity === 'error')).toEqual([]);

    let documents = 0;
    for (const { id } of run.spaces) {
      const tree = await pagesOf(id);
      const folder = Object.values(spaces).find(
        (name) =>
          JSON.stringify(outlineOf(files[`${name}/SUMMARY.md`]!.toString())) === JSON.stringify(outlineOfPages(tree)),
      );
      expect(folder).toBeDefined();
      documents += flat(tree).filter(({ type }) => type === 'document').length;
      expect(await expectSameBytes(id, files, `${folder}/`)).toBeGreaterThan(flat(tree).length / 2);
    }
    expect({ spaces: run.spaces.length, documents }).toEqual({ spaces: 5, documents: 283 });
  });

  it('keeps pages in at most twice the bytes of their Markdown', async () => {
    const [stored] = await sql<{ markdown: number; kept: number }>(
      world,
      `select sum(octet_length(markdown))::int as markdown, sum(pg_column_size(body) + pg_column_size(markdown))::int as kept
       from content.document where organization_id = $1`,
      [world.organization],
    );
    console.log(`public corpus: ${stored!.markdown} bytes of Markdown are kept in ${stored!.kept}`);
    expect(stored!.kept).toBeLessThanOrEqual(2 * stored!.markdown);
  });
});
