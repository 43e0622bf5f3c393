import { translationContent, type EventEnvelope, type RevisionCreated } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { fakeOperation, startServiceUnderTest, until, type ServiceUnderTest } from '@bindery/testing';
import { RunTranslation } from '../../src/translations/run-translation';
import { TranslationRepository } from '../../src/translations/translation.repository';
import { TranslationRunRepository } from '../../src/translations/translation-run.repository';
import { TranslationsConsumer } from '../../src/translations/translations.consumer';

const [space, organizationId] = [newId(), newId()];
let head = 'imported';
const fakes = [
  fakeOperation(translationContent.getTranslationSource, () => ({ revision: head, title: 'Space', units: [] })),
  fakeOperation(translationContent.putTranslatedSpace, () => ({ revision: newId(), missing: [] })),
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
  const inTransaction = <T>(work: () => Promise<T>): Promise<T> => app.get(Database).transaction(work);
  const hasRun = (times: number) => until(async () => (await translations.find(organizationId, id))!.runs === times);
  const publish = (revision: string, previous: string | null) => {
    const payload = { space, branch: 'main', revision, previous };
    return consumer.changed([{ payload } as EventEnvelope<RevisionCreated>]);
  };
  await inTransaction(async () => {
    await translations.insert({
      ...{ id, organizationId, sourceSpace: space, sourceLanguage: 'en', language: 'fr', automatic: true },
      instructions: { object: 'document', data: {}, nodes: [] },
      createdBy: newId(),
    });
    await app.get(RunTranslation).start({ id, organizationId });
  });
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
