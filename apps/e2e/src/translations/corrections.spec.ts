import type { DocumentPage, TranslationRun } from '@bindery/contracts';
import { ModelServer, spaceOf, translated, Translations, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';

const files = {
  'README.md': '# Home\n\nWelcome.\n',
  'guide.md': '# Guide\n\nHow to use the widget.\n',
  'last.md': '# Last\n\nNothing more.\n',
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [Last](last.md)\n',
};

let server: ModelServer;
let world: IsolatedPlatform;
let translations: Translations;
beforeAll(async () => {
  server = await ModelServer.open();
  world = await startIsolatedPlatform({
    ...server.settings,
    TRANSLATION_PROVIDER: 'model',
  });
  translations = new Translations(world);
});
beforeEach(() => {
  server.behave = ({ data }) => ({ answer: translated(data) });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const admin = () => ({ token: world.admin.token });
const pageAt = (spaceId: string, pagePath: string) =>
  world.api.expect<DocumentPage>('getPageByPath', {
    ...admin(),
    params: { spaceId, pagePath },
    query: { format: 'markdown' },
  });

/** Changes the text, and perhaps the title, of the page at a path. */
async function edit(spaceId: string, path: string, markdown: string, title?: string): Promise<void> {
  const { id: page } = await pageAt(spaceId, path);
  const changes = [{ operation: 'update_page', page, document: { markdown }, title }];
  await world.api.expect('updateSpaceContent', { ...admin(), params: { spaceId }, body: { changes } });
}

const correct = (result: string) => edit(result, 'guide', 'Corrigé.', 'Le guide');
async function expectCorrected(result: string): Promise<void> {
  const { title, markdown } = await pageAt(result, 'guide');
  expect({ title, markdown }).toEqual({ title: 'Le guide', markdown: expect.stringContaining('Corrigé.') as string });
}

/** Has the server answer nothing of use for the page. */
const failFor = (text: string) => {
  server.behave = ({ data }) => (JSON.stringify(data).includes(text) ? { text: 'no' } : { answer: translated(data) });
};
const untranslated = ({ untranslated: pages }: TranslationRun) => pages.map(({ title }) => title);

/** A translation that does not follow its source by itself, after its first run. */
async function translatedSpace() {
  const { space } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  const first = await translations.ended(id);
  const run = () => translations.runAfter(id, () => translations.run(id));
  return { id, space, first, run, result: (await translations.get(id)).result!.space };
}

it('keeps the correction of a user until its source page changes', async () => {
  const { space, run, result } = await translatedSpace();
  await correct(result);
  await edit(space, 'last', 'Changed.');
  await run();
  await expectCorrected(result);
  expect((await pageAt(result, 'last')).markdown).toMatch(/Changed\.\\?>/);
  await edit(space, 'guide', 'New.');
  await run();
  expect((await pageAt(result, 'guide')).markdown).toMatch(/New\.\\?>/);
});

it('keeps what a user wrote for a page that cannot be translated, and lists it no longer', async () => {
  failFor('widget');
  const { space, first, run, result } = await translatedSpace();
  expect(untranslated(first)).toEqual(['Guide']);
  expect((await pageAt(result, 'guide')).title).toBe('Guide');
  await correct(result);
  await edit(space, 'last', 'Changed.');
  const second = await run();
  expect(untranslated(second)).toEqual([]);
  await expectCorrected(result);
  server.behave = ({ data }) => ({ answer: translated(data) });
  expect(await run()).toMatchObject({ status: 'completed', pages: { total: 1, done: 1 } });
  await expectCorrected(result);
});

it('keeps corrections when the glossary changes, and translates the other pages again', async () => {
  const { run, result } = await translatedSpace();
  await correct(result);
  const operations = [{ type: 'insert', translations: { en: 'widget', fr: 'composant' } }];
  await world.api.expect('updateGlossaryEntries', { ...translations.as(), body: { operations } });
  server.behave = ({ data }) => ({
    answer: { texts: (data.texts as string[]).map((text) => `Again ${text}`) },
  });
  expect(await run()).toMatchObject({ status: 'completed', pages: { total: 3, done: 3 } });
  await expectCorrected(result);
  expect((await pageAt(result, 'last')).markdown).toContain('Again Nothing more.');
  // The unused translation is swept after a day; no later run needs it.
  await world.records.query(`update content.document set touched_at = now() - interval '2 days'`);
  const unused = await world.records.query(`delete from content.document where body like '%Again How to%' returning 1`);
  expect(unused).toHaveLength(1);
  expect(await run()).toMatchObject({ status: 'completed', pages: { total: 0, done: 0 } });
  await expectCorrected(result);
});

it('keeps the translation of a page that cannot be translated again, and lists it', async () => {
  const { space, run, result } = await translatedSpace();
  const operations = [{ type: 'insert', translations: { en: 'gap', fr: 'trou' } }];
  await world.api.expect('updateGlossaryEntries', { ...translations.as(), body: { operations } });
  failFor('widget');
  expect(untranslated(await run())).toEqual(['Guide']);
  expect((await pageAt(result, 'guide')).markdown).toMatch(/How to use the widget\.\\?>/);
  await edit(space, 'guide', 'Another widget.');
  expect(untranslated(await run())).toEqual(['Guide']);
  expect((await pageAt(result, 'guide')).markdown).toMatch(/^Another widget\./m);
});

it('keeps corrections that are made after a run placed its texts and before it was completed', async () => {
  await world.records.query(neverPlaced);
  const { space } = await spaceOf(world, files);
  const { id } = await translations.create(space, { automatic: false });
  const result = await placedSpace(id);
  const [run] = await translations.runs(id);
  // It may have failed for good already.
  await world.api.call('cancelTranslationRun', translations.as({ translationId: id, runId: run!.id }));
  await translations.ended(id);
  await correct(result);
  await world.records.query('drop trigger never_placed on ai_jobs.translation_unit');
  await translations.run(id);
  expect(await translations.ended(id, 2)).toMatchObject({ status: 'completed' });
  await expectCorrected(result);
  expect((await translations.get(id)).result!.space).toBe(result);
});

/** Fails each run after content has placed its texts. */
const neverPlaced = `
  create function public.never_placed() returns trigger language plpgsql as $$
    begin
      raise exception 'never placed';
    end $$;
  create trigger never_placed before update on ai_jobs.translation_unit
    for each row when (new.placed) execute function public.never_placed();`;

/** The translated space, once it shows its pages. */
async function placedSpace(translation: string): Promise<string> {
  let space = '';
  await until(async () => {
    const [row] = await world.records.query<{ space: string }>(
      `select s.id as space from ai_jobs.translation t join content.space s on s.id = t.result_space where t.id = $1`,
      [translation],
    );
    space = row?.space ?? '';
    return space !== '';
  });
  return space;
}
