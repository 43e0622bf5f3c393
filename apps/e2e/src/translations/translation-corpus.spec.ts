import { filesOf, publicDocs } from '../content/folder';
import { flat } from '../content/space-client';
import { importFiles } from '../support/imports';
import { createWorld } from '../support/world';
import { Translations } from './translation-world';

jest.setTimeout(300_000);

const long = process.env.BINDERY_TEST === 'long' && publicDocs;

(long ? it : it.skip)('translates the public corpus offline, every page of it', async () => {
  const world = await createWorld();
  const translations = new Translations(world);
  const { spaces } = await importFiles(world, filesOf(publicDocs!), {});
  const begun = performance.now();
  const made = await Promise.all(spaces.map(({ id }) => translations.create(id)));
  const runs = await Promise.all(made.map(({ id }) => translations.ended(id)));
  const seconds = (performance.now() - begun) / 1000;
  let pages = 0;
  for (const [index, run] of runs.entries()) {
    expect(run).toMatchObject({ status: 'completed', untranslated: [] });
    const { result } = await translations.get(made[index]!.id);
    const tree = flat((await translations.revision(result!.space)).pages);
    expect(tree.map(({ id }) => id)).toEqual(
      flat((await translations.revision(spaces[index]!.id)).pages).map(({ id }) => id),
    );
    pages += tree.filter(({ type }) => type === 'document').length;
  }
  process.stdout.write(`public corpus: ${pages} pages translated in ${seconds.toFixed(1)} s\n`);
  expect(pages).toBe(283);
  await world.close();
});
