import type { EventEnvelope, RevisionCreated } from '@bindery/contracts';
import type { Database } from '@bindery/persistence';
import type { RunTranslation } from './run-translation';
import type { TranslationRepository } from './translation.repository';
import { TranslationsConsumer } from './translations.consumer';

const created = (space: string, version: number): EventEnvelope<RevisionCreated> =>
  ({
    version,
    payload: { space, branch: 'main', revision: `${space}${version}`, previous: `${space}${version - 1}` },
  }) as EventEnvelope<RevisionCreated>;

it('compares a translation with the newest revision of its source, in whatever order events come', async () => {
  const asked: [string, string][] = [];
  const isAnyBehind = (heads: ReadonlyMap<string, string>) => {
    asked.push(...heads);
    return Promise.resolve(false);
  };
  const translations = { isAnyBehind } as unknown as TranslationRepository;
  const consumer = new TranslationsConsumer(translations, {} as RunTranslation, {} as Database);
  await consumer.changed([created('a', 3), created('b', 8), created('a', 2)]);
  expect(Object.fromEntries(asked)).toEqual({ a: 'a3', b: 'b8' });
});
