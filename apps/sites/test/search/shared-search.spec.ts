import { setImmediate } from 'node:timers/promises';
import { siteSpaceCalls, type Endpoint, type Site } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { createServiceOrganization, type ServiceOrganization, SiteWorld, until } from '@bindery/testing';
import { SiteReader } from '../../src/audience/site-reader';

let world: ServiceOrganization;
beforeAll(async () => {
  world = await createServiceOrganization('sites');
});
afterAll(() => world.close());

it('asks content once for all visitors who ask for the same while it answers another', async () => {
  const sites = new SiteWorld(world);
  const spaces = [await sites.space('Space')];
  const { id: siteId } = await sites.expect<Site>('createSite', {
    body: { title: 'Site', spaces, visibility: 'public' },
  });
  await sites.publish(siteId);
  const { app } = world.platform.service;
  const reads = jest.spyOn(app.get(SiteReader), 'read');
  const rpc = app.get(RpcClient);
  const callRaw = rpc.callRaw.bind(rpc);
  let answer = (): void => undefined;
  const answering = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  jest.spyOn(rpc, 'callRaw').mockImplementation(async (subject, ...call) => {
    if (subject === (siteSpaceCalls.searchSpaces as Endpoint).subject) {
      asked += 1;
      await answering;
    }
    return callRaw(subject, ...call);
  });
  const answers = [];
  for (let visitor = 1; visitor <= 5; visitor++) {
    const params = { organizationId: world.organization, siteId };
    const body = { query: 'space', scope: { mode: 'all' } };
    answers.push(world.api.expect('searchSiteContent', { params, body }));
    await until(() => Promise.resolve(reads.mock.calls.length === visitor));
    await reads.mock.results[visitor - 1]!.value;
    await setImmediate();
    // The next one comes at another time.
    const now = Date.now();
    await until(() => Promise.resolve(Date.now() > now));
  }
  expect(asked).toBe(1);
  answer();
  await Promise.all(answers);
  expect(asked).toBe(2);
});
