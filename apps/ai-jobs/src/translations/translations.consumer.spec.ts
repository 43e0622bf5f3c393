import type { EventEnvelope, RevisionCreated } from '@bindery/contracts';
import { TranslationsConsumer } from './translations.consumer';

const revised = (space: string, branch = 'main') => ({ payload: { space, branch } }) as EventEnvelope<RevisionCreated>;

function consumer(followed: readonly string[]) {
  const asked: string[][] = [];
  const started: string[] = [];
  const translations = {
    areFollowed: async (spaces: string[]) => (asked.push(spaces), spaces.some((space) => followed.includes(space))),
    followers: async (spaces: string[]) => followed.filter((space) => spaces.includes(space)).map((id) => ({ id })),
  };
  const runs = { start: async ({ id }: { id: string }) => void started.push(id) };
  const db = { transaction: (work: () => Promise<void>) => work() };
  return { asked, started, consumer: new TranslationsConsumer(translations as never, runs as never, db as never) };
}

it('asks once for all revisions that wait, and starts each translation once', async () => {
  const { asked, started, consumer: one } = consumer(['a']);
  await one.changed([revised('a'), revised('b'), revised('a'), revised('c', 'draft')]);
  expect([asked, started]).toEqual([[['a', 'b', 'a']], ['a']]);
});

it('asks nothing about drafts, and begins no transaction for spaces that nothing follows', async () => {
  const { asked, started, consumer: one } = consumer([]);
  await one.changed([revised('a', 'draft')]);
  expect(asked).toEqual([]);
  await one.changed([revised('a')]);
  expect([asked, started]).toEqual([[['a']], []]);
});
