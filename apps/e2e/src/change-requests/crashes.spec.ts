import { branches, unavailable, type ChangeRequest, type MergeResult, type Space } from '@bindery/contracts';
import type { ServiceConfig } from '@bindery/config';
import { Nats, RequestSigner, RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { granted, keyringOf, principalOf, SpaceClient, until } from '@bindery/testing';
import { createInProcessDiscussionWorld, type InProcessDiscussionWorld } from './discussion-world';

let world: InProcessDiscussionWorld;
let admin: SpaceClient;

beforeAll(async () => {
  world = await createInProcessDiscussionWorld();
  admin = new SpaceClient(world, world.admin);
});
afterAll(() => world.close());
afterEach(() => jest.restoreAllMocks());

const get = (changeRequestId: string) => admin.expect<ChangeRequest>('getChangeRequestById', { changeRequestId });
const merge = (changeRequestId: string) => admin.call<MergeResult>('mergeChangeRequest', { changeRequestId });
const archive = (changeRequestId: string) =>
  admin.call('updateChangeRequestById', { changeRequestId }, { body: { status: 'archived' } });
const head = async () => (await admin.expect<Space>('getSpaceById')).revision;

let written = 0;
async function proposal(): Promise<ChangeRequest> {
  const { id } = await admin.propose();
  const document = { markdown: `# Home\n\nText ${++written}.\n` };
  const changes = [{ operation: 'update_page', page: world.pages.Home!.id, document }];
  await admin.expect('updateChangeRequestContent', { changeRequestId: id }, { body: { changes } });
  return get(id);
}

/** Makes the next call to content about a merge end as if this service had died: before the call, or after. */
function dieOnce(when: 'before' | 'after'): void {
  const rpc = world.platform.services['change-requests'].app.get(RpcClient);
  const call = rpc.call.bind(rpc);
  const spy = jest.spyOn(rpc, 'call').mockImplementation(async (endpoint, request) => {
    if ((endpoint as unknown) !== branches.mergeBranch) return call(endpoint, request);
    spy.mockRestore();
    if (when === 'after') await call(endpoint, request);
    throw unavailable('The service is not available');
  });
}

describe('a merge after which this service did not come to note it', () => {
  const principal = () => granted(principalOf(world.admin.id, world.organization), 'change-requests');
  let connection: Nats;
  let rpc: RpcClient;
  beforeAll(async () => {
    // As another process of the service, which goes on when this one stops.
    const { app, logger } = world.platform.services['change-requests'];
    connection = await Nats.connect('change-requests', app.get<ServiceConfig>(CONFIG), logger);
    rpc = new RpcClient(connection, new RequestSigner(keyringOf('change-requests')));
  });
  afterAll(() => connection.close());
  const mergeInContent = ({ id, revision }: ChangeRequest) => {
    const body = { space: world.space, changeRequest: id, head: revision };
    return rpc.call(branches.mergeBranch, { principal: principal(), body });
  };

  it('is noted from the event', async () => {
    const request = await proposal();
    const { revision } = await mergeInContent(request);
    await until(async () => (await get(request.id)).status === 'merged');
    expect(await get(request.id)).toMatchObject({ revisionMerged: revision });
  });

  it('is recorded by a repeated call, with the same answer, also when the rules have changed', async () => {
    const request = await proposal();
    // Away while content merges, as after a crash in between.
    await world.platform.stop('change-requests');
    const { revision } = await mergeInContent(request);
    await world.platform.restart('change-requests');
    const answer = await merge(request.id);
    // The event may have been first.
    if (answer.status === 200) expect(answer.body).toEqual({ result: 'merge', revision });
    else expect(answer.status).toBe(409);
    expect(await get(request.id)).toMatchObject({ status: 'merged', revisionMerged: revision });
    expect(await head()).toBe(revision);
  });
});

describe('a merge of unknown outcome in content', () => {
  it('is done by asking again, when it was not', async () => {
    const { id } = await proposal();
    const before = await head();
    dieOnce('before');
    expect((await merge(id)).status).toBe(503);
    expect(await head()).toBe(before);
    expect((await get(id)).status).toBe('draft');
    const { body } = await merge(id);
    expect(body).toMatchObject({ result: 'merge', revision: await head() });
    expect((await get(id)).status).toBe('merged');
  });

  it('keeps the change request from being archived until that is certain', async () => {
    const { id } = await proposal();
    dieOnce('before');
    await merge(id);
    expect((await archive(id)).status).toBe(409);
    await world.records.query(
      `update change_requests.branch_work set expires_at = now() - interval '1 second' where change_request_id = $1`,
      [id],
    );
    expect((await archive(id)).status).toBe(200);
  });

  it('is noted, and never archived, when it was', async () => {
    const { id } = await proposal();
    dieOnce('after');
    expect((await merge(id)).status).toBe(503);
    const revision = await head();
    expect((await archive(id)).status).toBe(409);
    const again = await merge(id);
    // The event may have been first.
    if (again.status === 200) expect(again.body).toEqual({ result: 'merge', revision });
    else expect(again.status).toBe(409);
    expect(await get(id)).toMatchObject({ status: 'merged', revisionMerged: revision });
  });
});
