import {
  configure,
  startServiceOrganization,
  freshName,
  install,
  publish,
  type ServiceOrganization,
} from '@bindery/testing';
import { DeliveryScheduler } from '../../src/events/delivery-scheduler';
import { EventQueueRepository, type EventRun } from '../../src/queue/event-queue.repository';

let world: ServiceOrganization;
let queue: EventQueueRepository;

beforeAll(async () => {
  world = await startServiceOrganization('integrations');
  const { app } = world.platform.service;
  // The service's own scheduler stops, so that only this test claims events.
  await app.get(DeliveryScheduler).beforeApplicationShutdown();
  queue = app.get(EventQueueRepository);
});
afterAll(() => world.close());
afterEach(async () => {
  for (let run = await queue.claim([]); run; run = await queue.claim([])) await end(run);
});

const end = ({ events }: EventRun) =>
  queue.end(events.map((event) => ({ event, state: 'success', level: 'info', message: 'Done', after: 0 })));

/** Installs a new integration on the first organization; so many events wait for it then. */
async function installed(events: number) {
  const params = await install(world, await publish(world));
  for (let step = 1; step < events; step++) await configure(world, params, String(step));
  return params;
}

const task = (integrationName: string, schedule?: number) =>
  world.api.expect('queueIntegrationTask', {
    token: world.admin.token,
    params: { integrationName },
    body: { task: {}, ...(schedule && { schedule }) },
  });

const installationOf = (run?: EventRun) => run?.events[0]?.installationId;
const sequencesOf = (run?: EventRun) => run?.events.map(({ sequence }) => Number(sequence));

it('the events of an installation are claimed together, in order, and by no other process until they have ended', async () => {
  const { installationId } = await installed(4);
  const run = await queue.claim([]);
  expect(installationOf(run)).toBe(installationId);
  expect(sequencesOf(run)).toEqual([1, 2, 3, 4]);
  await queue.end([{ event: run!.events[0]!, state: 'retrying', level: 'warn', message: 'Failed', after: 60_000 }]);
  expect(await queue.claim([])).toBeUndefined();
  await queue.release(run!.events.slice(1));
  const next = await queue.claim([]);
  expect(sequencesOf(next)).toEqual([2, 3, 4]);
  await end(next!);
});

it('every installation has its turn before one that has new events has another', async () => {
  const all = [await installed(1), await installed(1), await installed(1)];
  const taken: (string | null | undefined)[] = [];
  for (let turn = 1; turn <= 4; turn++) {
    const run = await queue.claim([]);
    taken.push(installationOf(run));
    await end(run!);
    if (turn === 1)
      await configure(
        world,
        all.find(({ installationId }) => installationId === taken[0])!,
        'more',
      );
  }
  expect(new Set(taken.slice(0, 3))).toEqual(new Set(all.map(({ installationId }) => installationId)));
  expect(taken[3]).toBe(taken[0]);
});

it('tasks that are due are taken together, have their turn beside events, and later ones wait', async () => {
  const { integrationName, installationId } = await installed(1);
  await task(integrationName);
  await task(integrationName, 3_600);
  await task(integrationName);
  const runs = [await queue.claim([]), await queue.claim([])] as EventRun[];
  const told = runs.map((run) => [installationOf(run), run.events.map(({ type }) => type)]);
  expect(told).toContainEqual([installationId, ['installation_setup']]);
  expect(told).toContainEqual([null, ['task', 'task']]);
  expect(await queue.claim([])).toBeUndefined();
  for (const run of runs) await end(run);
});

it('an owner that has enough at work is left out, with any number of waiting events', async () => {
  const { integrationName } = await installed(1);
  await task(integrationName);
  const name = freshName();
  const { token } = world.otherAdmin;
  await publish(world, { organization: world.other }, name, token);
  const { installationId } = await install(world, name, { token, on: world.other });
  const run = await queue.claim([world.organization]);
  expect([run!.owner, installationOf(run)]).toEqual([world.other, installationId]);
  expect(await queue.claim([world.organization])).toBeUndefined();
  await end(run!);
});

it('concurrent claims never take the same events', async () => {
  const installations = [];
  for (let made = 0; made < 3; made++) installations.push(await installed(3));
  for (const { integrationName } of installations) await task(integrationName);
  const runs: EventRun[] = [];
  // A claim that finds all rows locked is repeated, as the service does.
  while (runs.flatMap(({ events }) => events).length < 12) {
    const found = await Promise.all(Array.from({ length: 6 }, () => queue.claim([])));
    runs.push(...found.filter((run) => run !== undefined));
  }
  const ids = runs.flatMap(({ events }) => events.map(({ id }) => id));
  expect(new Set(ids).size).toBe(12);
  for (const run of runs) await end(run);
});
