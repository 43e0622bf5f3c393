import type { EventEnvelope, RevisionCreated } from '@bindery/contracts';
import { PlatformEventsConsumer } from './platform-events.consumer';

const revised = (id: string, payload: Partial<RevisionCreated> = {}) =>
  ({
    id,
    organization: 'o',
    payload: { space: 's', branch: 'main', revision: id, previous: 'before', ...payload },
  }) as EventEnvelope<RevisionCreated>;

/** A consumer in an organization with an installation or without; `known` are events that had their effect. */
function consumer(isInstalled: boolean, known: readonly string[] = []) {
  const questions: unknown[] = [];
  const told: unknown[] = [];
  const listeners = { exist: async (ids: string[]) => (questions.push(ids), isInstalled), of: async () => ['n'] };
  const events = { addAll: async (...[, , [fields]]: [unknown, unknown, object[]]) => void told.push(fields) };
  const db = {
    transaction: (work: () => Promise<void>) => work(),
    query: async (_: string, [, ids]: [string, string[]]) => ids.flatMap((id) => (known.includes(id) ? [] : [{ id }])),
  };
  const none = {} as never;
  const made = new PlatformEventsConsumer(listeners as never, events as never, none, none, none, none, db as never);
  return { questions, told, consumer: made };
}

it('asks once whether anybody listens to revisions that wait together', async () => {
  const { questions, told, consumer: one } = consumer(false);
  await one.contentUpdated([revised('1'), revised('2')], 'name');
  expect([questions, told]).toEqual([[['o', 'o']], []]);
});

it('tells of each update of main once, in their order', async () => {
  const { told, consumer: one } = consumer(true, ['2']);
  const events = [revised('1'), revised('2'), revised('3', { previous: null }), revised('4', { branch: 'draft' })];
  await one.contentUpdated([...events, revised('5')], 'name');
  expect(told).toEqual([
    { spaceId: 's', revisionId: '1' },
    { spaceId: 's', revisionId: '5' },
  ]);
});
