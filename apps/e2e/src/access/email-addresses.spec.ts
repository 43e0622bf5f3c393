import { allEndpoints, isMutation, type AuditEvent, type Endpoint, type Page } from '@bindery/contracts';
import { SiteWorld, until, type ApiRequest, type TestUser } from '@bindery/testing';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

const reads: readonly Endpoint[] = allEndpoints().filter(
  (endpoint) => !isMutation(endpoint) && !endpoint.streams && endpoint.returns,
);
/** Some of those that a guest of a space may call. */
const certain = [
  ...['listRevisions', 'listChangeRequestsForSpace', 'getChangeRequestById', 'getReviewsByChangeRequestId'],
  ...[
    'listCommentsInSpace',
    'getCommentInChangeRequest',
    'listCommentersInSpace',
    'getRequestedReviewersByChangeRequestId',
  ],
];

let world: TestOrganization;
let guest: TestUser;
let visitor: string;
const requests = new Map<string, ApiRequest>();

beforeAll(async () => {
  world = await createTestOrganization();
  guest = world.guest;
  const as = { token: world.admin.token };
  const { params } = await example(world, 'getSpaceById');
  const body = { users: [guest.id], role: 'admin' };
  await world.api.expect('inviteToSpace', { ...as, params: { spaceId: params!.spaceId! }, body });
  const sites = new SiteWorld(world);
  const { id } = await sites.site([], { spaces: [params!.spaceId] });
  visitor = (await sites.lookup(await sites.publish(id))).body.apiToken;
  for (const { name } of reads) requests.set(name, await example(world, name));
});
afterAll(() => world.close());

/** The addresses of users in the answers to all reads, but for the caller's own, by operation; null without an answer. */
async function addressesShownTo(token?: string, own?: string): Promise<Record<string, string[] | null>> {
  const shown: Record<string, string[] | null> = {};
  for (const [name, request] of requests) {
    const { status, body } = await world.api.call(name, { ...request, token });
    const found = JSON.stringify(body).match(/user@\w+\.example\.com/g) ?? [];
    shown[name] = status < 400 ? found.filter((address) => address !== own) : null;
  }
  return shown;
}

it('are shown to members', async () => {
  const member = await world.records.user({ [world.organization]: 'review' });
  const shown = await addressesShownTo(member.token);
  for (const name of certain) expect([name, shown[name]]).toEqual([name, expect.arrayContaining([world.admin.email])]);
});

it('are not shown to guests', async () => {
  const shown = await addressesShownTo(guest.token, guest.email);
  for (const name of certain) expect([name, shown[name]]).toEqual([name, []]);
  expect(Object.entries(shown).filter(([, addresses]) => addresses && addresses.length > 0)).toEqual([]);
});

it.each([
  ['readers of a site', () => visitor, undefined],
  ['callers without a token', () => undefined, undefined],
  ['members of other organizations', () => world.otherAdmin.token, () => world.otherAdmin.email],
])('are not shown to %s', async (_, token, own) => {
  const shown = await addressesShownTo(token(), own?.());
  expect(Object.entries(shown).filter(([, addresses]) => addresses && addresses.length > 0)).toEqual([]);
});

it('are shown to administrators in the audit log, also that of a former member', async () => {
  const { organization: organizationId, admin } = world;
  const { id, token, email } = await world.records.user({ [organizationId]: 'create' });
  await world.api.expect('createSpace', { token, params: { organizationId }, body: {} });
  const params = { organizationId, userId: id };
  await world.api.expect('removeMemberFromOrganizationById', { token: admin.token, params });
  const logged = async () => {
    const request = { token: admin.token, params: { organizationId }, query: { actor: id } };
    return (await world.api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', request)).items;
  };
  await until(async () => (await logged()).length > 0);
  expect((await logged())[0]!.actor).toMatchObject({ id, email });
});
