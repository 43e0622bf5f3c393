import type { DocumentPage, Revision, RevisionPage } from '@bindery/contracts';
import { flat, refuses, spaceOf, Translations } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

const files = {
  'README.md': [
    '---\ndescription: About it\nicon: house\n---\n',
    '# Home\n',
    'Read **the guide** and [the other page](guide.md), or `npm start`.\n',
    '```sh\nnpm install thing\n```\n',
    '{% hint style="info" %}\nMind the gap.\n{% endhint %}\n',
    '| Name | Value |\n| --- | --- |\n| Size | `12` |\n',
    'A formula $$x+y$$ and <https://example.com/path>.\n',
  ].join('\n'),
  'guide.md': '# Guide\n\nHow to use the widget.\n',
  'last.md': '# Last\n\nNothing more.\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [Last](last.md)\n',
};

let world: TestOrganization;
let translations: Translations;
beforeAll(async () => {
  world = await createTestOrganization();
  translations = new Translations(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const markdownOf = async (spaceId: string, pageId: string): Promise<string> => {
  const request = { ...admin(), params: { spaceId, pageId }, query: { format: 'markdown' } };
  return (await world.api.expect<DocumentPage>('getPageById', request)).markdown!;
};
const titled = ({ pages }: Revision, slug: string): RevisionPage =>
  flat(pages).find((page) => 'slug' in page && page.slug === slug)!;
const edit = (spaceId: string, ...changes: object[]) =>
  world.api.expect('updateSpaceContent', { ...admin(), params: { spaceId }, body: { changes } });

it('translates a space into one of its own, and touches nothing but text', async () => {
  const { space, revision } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  expect(await translations.ended(id)).toMatchObject({
    status: 'completed',
    provider: 'pseudo-localisation',
    pages: { total: 3, done: 3 },
    untranslated: [],
  });
  const translation = await translations.get(id);
  expect(translation).toMatchObject({ status: 'completed', stats: { runs: 1, totalPages: 3, latestPages: 3 } });
  const result = await translations.revision(translation.result!.space);
  expect(result.id).toBe(translation.result!.revision);
  expect(flat(result.pages).map(({ id }) => id)).toEqual(flat(revision.pages).map(({ id }) => id));
  const home = flat(result.pages)[0] as DocumentPage;
  expect(home).toMatchObject({ title: 'Ĥöɱé', description: 'About it', icon: 'house' });
  const text = await markdownOf(translation.result!.space, home.id);
  expect(text).toContain('Ŕéåð **ţĥé ĝûîðé** åñð [ţĥé öţĥéŕ þåĝé]');
  for (const kept of [
    titled(revision, 'guide').id,
    '`npm start`',
    'npm install thing',
    '{% hint style="info" %}',
    '`12`',
    '$$x+y$$',
    'https://example.com/path',
  ])
    expect(text).toContain(kept);
  expect(titled(result, 'guide').title).toBe('Ĝûîðé');
});

it('translates again only what has changed, and follows its source by itself', async () => {
  const { space, revision } = await spaceOf(world, files);
  const { id } = await translations.create(space);
  await translations.ended(id);
  const before = (await translations.get(id)).result!;
  const guide = titled(revision, 'guide');
  const changed = { operation: 'update_page', page: guide.id, document: { markdown: 'Another text.' } };
  const run = await translations.runAfter(id, () => edit(space, changed));
  expect(run).toMatchObject({ status: 'completed', pages: { total: 1, done: 1 } });
  const { result, stats } = await translations.get(id);
  expect(result).toMatchObject({ space: before.space });
  expect(result!.revision).not.toBe(before.revision);
  expect(stats).toMatchObject({ runs: (await translations.runs(id)).length, totalPages: 3, latestPages: 1 });
  expect(await markdownOf(before.space, guide.id)).toContain('Åñöţĥéŕ ţéẋţ.');
  const again = await translations.runAfter(id, () => translations.run(id));
  expect(again).toMatchObject({ status: 'completed', pages: { total: 0, done: 0 } });
  expect((await translations.get(id)).result).toEqual(result);
});

it('uses the glossary, and translates all again when that changes', async () => {
  const { space, revision } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  await translations.ended(id);
  const operations = [{ type: 'insert', translations: { en: 'widget', fr: 'composant' } }];
  await world.api.expect('updateGlossaryEntries', { ...translations.as(), body: { operations } });
  await translations.run(id);
  expect(await translations.ended(id, 2)).toMatchObject({ pages: { total: 3 } });
  const result = (await translations.get(id)).result!.space;
  expect(await markdownOf(result, titled(revision, 'guide').id)).toContain('ţĥé composant.');
  const unknown = { operations: [{ type: 'insert', translations: { xx: 'word' } }] };
  const request = { ...translations.as(), body: unknown };
  await refuses(world, 'updateGlossaryEntries', request, 400, 'body.operations[0].translations');
});

it('is for users who may create content and see its source', async () => {
  const { space } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  await translations.ended(id);
  const { organization, reader, guest } = world;
  const params = { organizationId: organization, translationId: id };
  const body = { language: 'fr', source: { space, language: 'en' } };
  expect(await world.api.expect('getTranslation', { token: reader.token, params })).toMatchObject({
    permissions: { view: true, edit: false },
  });
  await refuses(world, 'runTranslation', { token: reader.token, params }, 403);
  await refuses(world, 'createTranslation', { token: reader.token, params, body }, 403);
  await refuses(world, 'getTranslation', { token: guest.token, params }, 404);
  await refuses(world, 'createTranslation', { token: guest.token, params, body }, 404, 'body.source.space');
  const list = { token: guest.token, params: { organizationId: organization } };
  expect(await world.api.expect('listTranslations', list)).toMatchObject({ items: [], count: 0 });
  const same = { language: 'en', source: { space, language: 'en' } };
  await refuses(world, 'createTranslation', { ...translations.as(), body: same }, 400, 'body.language');
});

it('fails while its result is deleted, and goes on when that is restored', async () => {
  const { space } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  await translations.ended(id);
  const { space: first } = (await translations.get(id)).result!;
  await world.api.expect('deleteSpaceById', { ...admin(), params: { spaceId: first } });
  await translations.run(id);
  const { status, error } = await translations.ended(id, 2);
  expect({ status, error }).toEqual({ status: 'failed', error: expect.any(String) as string });
  expect(await translations.get(id)).toMatchObject({ status: 'pending', error });
  await world.api.expect('restoreSpace', { ...admin(), params: { spaceId: first } });
  await translations.run(id);
  expect(await translations.ended(id, 3)).toMatchObject({ status: 'completed' });
  const translation = await translations.get(id);
  expect([translation.result!.space, translation.error]).toEqual([first, undefined]);
});
