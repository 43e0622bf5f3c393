import type { ImportRun, RevisionPages } from '@bindery/contracts';
import { upload, ended, zipOf } from '../support/imports';
import { createWorld, type World } from '../support/world';
import { filesOf, publicDocs, sampleDocs } from './folder';
import { outlineOf, outlineOfPages } from './outline';
import { exported, flat } from './space-client';

jest.setTimeout(180_000);

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.close());

/** Imports files and tells how long the run took, from being asked for to being complete. */
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
});
