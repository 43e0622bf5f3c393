import {
  allEndpoints,
  fieldsOf,
  isMutation,
  type Dto,
  type Endpoint,
  type Page,
  type Revision,
} from '@bindery/contracts';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { isId, placesIn, withFields, withValue, type Place } from './declared-fields';
import { rowsWith } from './rows';

const long = process.env.BINDERY_TEST === 'long';
/** In the short form every tenth operation, others with each seed. */
const seed = Number(process.env.BINDERY_SEED ?? 1);
const some = <T>(values: T[]): T[] => (long ? values : values.filter((_, index) => index % 10 === seed % 10));

let world: TestOrganization;
/** Ids of objects of the other organization, by what they are. */
let foreign: Record<string, string>;
/** The rows in which each of these ids stands. */
let standing: Map<string, string>;

beforeAll(async () => {
  world = await createTestOrganization();
  foreign = await foreignObjects();
  await settledRows();
  standing = new Map();
  for (const id of Object.values(foreign)) standing.set(id, await rowsThatName(id));
});
afterAll(() => world.close());

async function foreignObjects(): Promise<Record<string, string>> {
  const { api, otherAdmin, other } = world;
  const make = (operation: string, params: object, body: object) =>
    api.expect<{ id: string }>(operation, { token: otherAdmin.token, params: { ...params }, body });
  const inOther = { organizationId: other };
  const space = await make('createSpace', inOther, { title: 'Foreign space' });
  const collection = await make('createCollection', inOther, { title: 'Foreign collection' });
  const team = await make('createOrganizationTeam', inOther, { title: 'Foreign team' });
  const inSpace = { spaceId: space.id };
  const site = await make('createSite', inOther, { title: 'Foreign site', spaces: [space.id] });
  const request = await make('createChangeRequest', inSpace, { subject: 'Foreign proposal' });
  const change = { operation: 'insert_page', title: 'Foreign page', document: { markdown: 'Foreign text' } };
  await make('updateSpaceContent', inSpace, { changes: [change] });
  const asOther = { token: otherAdmin.token };
  const revision = await api.expect<Revision>('getCurrentRevision', { ...asOther, params: inSpace });
  const inSite = { ...inOther, siteId: site.id };
  const { items } = await api.expect<Page<{ id: string }>>('listSiteSpaces', { ...asOther, params: inSite });
  return {
    ...{ space: space.id, collection: collection.id, team: team.id, site: site.id, request: request.id },
    ...{ user: otherAdmin.id, organization: other, revision: revision.id, page: revision.pages[0]!.id },
    ...{ siteSpace: items[0]!.id },
  };
}

const withIds = allEndpoints()
  .map((endpoint) => ({
    endpoint,
    body: endpoint.body ? placesIn(endpoint.body).filter(({ field }) => isId(field)) : [],
    query: endpoint.query ? placesIn(endpoint.query).filter(({ field }) => isId(field)) : [],
  }))
  .filter(({ body, query }) => body.length + query.length > 0);

/** Ids that the caller makes up: they refer to no existing object. */
const ownIds = ['ingestConversation id', 'trackEventsInSiteById visitorId', 'trackEventsInSiteById sessionId'];

it('finds the ids of other organizations’ objects that requests can name', () => {
  expect(withIds.length).toBeGreaterThan(40);
});

it.each(some(withIds).map((one) => [one.endpoint.name, one] as const))(
  '%s: ids of another organization are refused or left out, and its objects stay as they are',
  async (name, { endpoint, body: inBody, query: inQuery }) => {
    const before = await settledRows();
    const made = await example(world, name);
    const taken: { id: string; label: string; status: number }[] = [];
    const ask = async (id: string, place: Place, request: Example) => {
      const { status, body } = await world.api.send(endpoint.method, pathFor(endpoint, request), {
        token: world.admin.token,
        body: request.body,
      });
      const label = `${name} ${place.path.join('.')}`;
      const isRefused = status >= 400 && status < 500;
      // A filter that names nothing of one's own finds nothing.
      const { items, changes } = (body ?? {}) as { items?: unknown[]; changes?: unknown[] };
      const isEmpty = (endpoint.body ? items : (items ?? changes))?.length === 0;
      if (!isRefused && !isEmpty && !ownIds.includes(label)) taken.push({ id, label, status });
      expect([label, JSON.stringify(body ?? '').includes('Foreign ')]).toEqual([label, false]);
    };
    for (const id of Object.values(foreign)) {
      for (const place of inBody) {
        const body = withValue(made.body ?? {}, place.path, id, Boolean(place.field.array));
        if (body !== undefined) await ask(id, place, { ...made, body });
      }
      for (const place of inQuery) await ask(id, place, { ...made, query: { ...made.query, [place.path[0]!]: id } });
    }
    expect(await settledRows()).toEqual(before);
    // Ids of another form of the field are dropped, and missing objects need no removal.
    const kept: string[] = [];
    for (const id of new Set(taken.map((one) => one.id))) {
      if (!endpoint.body || (await rowsThatName(id)) !== standing.get(id))
        kept.push(...taken.filter((one) => one.id === id).map(({ label, status }) => `${label} ${status}`));
    }
    expect([...new Set(kept)]).toEqual([]);
  },
);

/** Tables of what is under way, or was. */
const passing = ['outbox', 'inbox', 'idempotency', 'audit_event', 'job', 'sweep'];

const rowsThatName = async (id: string) => JSON.stringify([...(await rowsWith(world, id, passing))]);

/** The rows of the other organization, once its indexes and counters are up to date. */
async function settledRows(): Promise<Map<string, string[]>> {
  const look = () => rowsWith(world, world.other, passing);
  let last = await look();
  for (;;) {
    const next = await look();
    if (JSON.stringify([...next]) === JSON.stringify([...last]) && (await isIdle())) return next;
    last = next;
  }
}

/** Whether content, which indexes what others change, has nothing left to do for the other organization. */
async function isIdle(): Promise<boolean> {
  const [{ open }] = (await world.records.query<{ open: number }>(
    `select (select count(*) from content.job where organization_id = $1 and state in ('pending', 'running'))::int
       + (select count(*) from content.outbox where published_at is null)::int as open`,
    [world.other],
  )) as [{ open: number }];
  return open === 0;
}

const pathFor = ({ path }: Endpoint, { params = {}, query = {} }: Example): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
  return `${filled}?${new URLSearchParams(pairs)}`;
};

/** Values that stand nowhere else. */
const planted = { text: 'massassigned00000000001', time: '1999-09-09T09:09:09.009Z', number: 987_654_321 };

/** The fields of answers, by name: the platform sets them wherever a request has no such field. */
const answered = new Map(
  allEndpoints()
    .flatMap(({ returns }) => (returns ? placesIn(returns) : []))
    .map(({ field }) => [field.name, field]),
);

function ownedFields(dto: Dto): Record<string, unknown> {
  const known = new Set(fieldsOf(dto).map(({ name }) => name));
  const values = [...answered].flatMap(([name, { schema, dtos, array }]) => {
    if (known.has(name)) return [];
    const { type, format } = schema;
    const text = format === 'date-time' ? planted.time : planted.text;
    const one = type === 'boolean' ? true : type === 'integer' || type === 'number' ? planted.number : text;
    return [[name, dtos ? { id: planted.text, title: planted.text } : array ? [one] : one]];
  });
  const internal = ['organization_id', 'organizationId', 'version', 'created_at', 'deleted_at', 'user_id', 'hash'];
  return { ...Object.fromEntries(internal.map((name) => [name, planted.text])), ...Object.fromEntries(values) };
}

const withBody = allEndpoints().filter((endpoint) => endpoint.body && isMutation(endpoint));

describe('fields that the platform owns', () => {
  it.each(some(withBody).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s ignores them in its body',
    async (name, endpoint) => {
      const made = await example(world, name);
      const body = withFields(endpoint.body!, made.body, ownedFields);
      const { status, body: answer } = await world.api.call(name, { ...made, body, token: world.admin.token });
      expect({ status, error: status < 300 ? undefined : answer }).toEqual({
        status: expect.any(Number),
        error: undefined,
      });
      for (const value of Object.values(planted)) expect(JSON.stringify(answer ?? '')).not.toContain(String(value));
    },
  );

  it('are stored nowhere', async () => {
    for (const value of Object.values(planted)) expect([...(await rowsWith(world, String(value))).keys()]).toEqual([]);
  });
});
