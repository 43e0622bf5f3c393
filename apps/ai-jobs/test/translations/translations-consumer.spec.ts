import { notFound, translationContent, type EventEnvelope, type RevisionCreated } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { fakeOperation, startServiceUnderTest, until, type ServiceUnderTest } from '@bindery/testing';
import { ModelUsageRepository } from '../../src/models/model-usage.repository';
import { RunTranslation } from '../../src/translations/run-translation';
import { RetryTranslations } from '../../src/translations/retry-translations';
import { TranslationRepository } from '../../src/translations/translation.repository';
import { TranslationRunRepository } from '../../src/translations/translation-run.repository';
import { TranslationsConsumer } from '../../src/translations/translations.consumer';

const [space, organizationId] = [newId(), newId()];
/** Tokens that an organization may spend in a month. */
const budget = 1_000;
let head = 'imported';
let isDeleted = false;
const fakes = [
  fakeOperation(translationContent.getTranslationSource, () => ({ revision: head, title: 'Space', units: [] })),
  fakeOperation(translationContent.putTranslatedSpace, () => {
    if (isDeleted) throw notFound('Space');
    return { revision: newId(), missing: [] };
  }),
];

let service: ServiceUnderTest;
beforeAll(async () => (service = await startServiceUnderTest('ai-jobs', { fakes })));
afterAll(() => service.close());

it('runs a translation for revisions that it has not read, and for no other', async () => {
  const { app } = service.service;
  const translations = app.get(TranslationRepository);
  const runs = app.get(TranslationRunRepository);
  const consumer = app.get(TranslationsConsumer);
  const id = newId();
  const hasRun = (times: number) => until(async () => (await translations.find(organizationId, id))!.runs === times);
  const publish = (revision: string, previous: string | null) => {
    const payload = { space, branch: 'main', revision, previous };
    return consumer.changed([{ payload } as EventEnvelope<RevisionCreated>]);
  };
  await addTranslation(id);
  await hasRun(1);

  // The events of the import come late.
  await publish('created', null);
  await publish('imported', 'created');
  expect(await runs.count(id)).toBe(1);

  head = 'edited';
  await publish('edited', 'imported');
  await hasRun(2);
  expect(await runs.count(id)).toBe(2);
});

it('runs an automatic translation again whose run failed, less and less often', async () => {
  const { app } = service.service;
  const [translations, database] = [app.get(TranslationRepository), app.get(Database)];
  const id = newId();
  const failed = (times: number) =>
    until(
      async () =>
        (await app.get(TranslationRunRepository).count(id)) === times &&
        (await translations.find(organizationId, id))!.runState === 'failed',
    );
  const isRetriedAfter = async (minutes: number) => {
    await database.run(
      `update job set ended_at = now() - $2 * interval '1 minute' where id = (select run_id from translation where id = $1)`,
      [id, minutes],
    );
    return (await translations.toRetry(budget)).some((translation) => translation.id === id);
  };
  isDeleted = true;
  await addTranslation(id);
  await failed(1);
  expect(await translations.find(organizationId, id)).toMatchObject({
    runError: expect.stringContaining('was deleted') as string,
  });
  expect(await isRetriedAfter(4)).toBe(false);
  expect(await isRetriedAfter(6)).toBe(true);
  await app.get(RetryTranslations).step();
  await failed(2);
  expect(await isRetriedAfter(9)).toBe(false);
  expect(await isRetriedAfter(11)).toBe(true);

  isDeleted = false;
  await app.get(RetryTranslations).step();
  await until(async () => (await translations.find(organizationId, id))!.runs === 1);
  expect(await translations.find(organizationId, id)).toMatchObject({ runState: 'completed', runError: null });
  expect(await isRetriedAfter(10_000)).toBe(false);
});

it('retries soon after the first failure, however often release 0.1.0 has run the translation', async () => {
  const { app } = service.service;
  const [translations, database] = [app.get(TranslationRepository), app.get(Database)];
  const [id, run] = [newId(), newId()];
  await translations.insert(translationOf(id));
  await translations.setRun(id, run);
  const ended = (name: string, state: string, result: string | null, minutes: number) =>
    database.run(
      `insert into job (id, kind, organization_id, state, input, result, created_at, ended_at)
       select $1, 'translation', $2, $3, $4, $5, t, t from (select now() - $6 * interval '1 minute' as t) as ago`,
      [name, organizationId, state, JSON.stringify({ translation: id }), result, minutes],
    );
  for (const minutes of [60, 50, 40]) await ended(newId(), 'completed', '{"untranslated": []}', minutes);
  await ended(run, 'failed', null, 6);
  expect((await translations.toRetry(budget)).map((translation) => translation.id)).toContain(id);
});

it('retries a run that lacked tokens once the organization has some again', async () => {
  const { app } = service.service;
  const [translations, database] = [app.get(TranslationRepository), app.get(Database)];
  const [id, run] = [newId(), newId()];
  await translations.insert(translationOf(id));
  await translations.setRun(id, run);
  await database.run(
    `insert into job (id, kind, organization_id, state, input, result, ended_at)
     select $1, 'translation', $2, 'completed', $3, '{"untranslated": [], "isRetryable": false, "lacksTokens": true}', now()`,
    [run, organizationId, JSON.stringify({ translation: id })],
  );
  const isRetried = async (tokensPerMonth: number) =>
    (await translations.toRetry(tokensPerMonth)).some((translation) => translation.id === id);
  // Where models are not to be used, nobody has spent anything.
  expect(await isRetried(0)).toBe(false);
  await app.get(ModelUsageRepository).add(organizationId, budget);
  expect(await isRetried(budget)).toBe(false);
  expect(await isRetried(budget + 1)).toBe(true);
  await database.run(`update model_usage set month = month - interval '1 month' where organization_id = $1`, [
    organizationId,
  ]);
  expect(await isRetried(budget)).toBe(true);
});

const translationOf = (id: string): Parameters<TranslationRepository['insert']>[0] => ({
  ...{ id, organizationId, sourceSpace: space, sourceLanguage: 'en', language: 'fr', automatic: true },
  instructions: { object: 'document', data: {}, nodes: [] },
  createdBy: newId(),
});

async function addTranslation(id: string): Promise<void> {
  const { app } = service.service;
  await app.get(Database).transaction(async () => {
    await app.get(TranslationRepository).insert(translationOf(id));
    await app.get(RunTranslation).start({ id, organizationId });
  });
}
