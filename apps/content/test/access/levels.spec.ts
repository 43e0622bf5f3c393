import type { Collection, MemberRole, Page, Space } from '@bindery/contracts';
import {
  createServiceOrganization,
  levelIn,
  type TestUser,
  seededRandom,
  sharing,
  sql,
  type TestOrganization,
} from '@bindery/testing';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);

if (long) jest.setTimeout(900_000);
const random = seededRandom(seed);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

let world: TestOrganization;
let make: ReturnType<typeof sharing>;
beforeAll(async () => {
  world = await createServiceOrganization('content');
  make = sharing(world);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
/** Roles with different permissions on a space, from the lowest. */
const roles = ['read', 'comment', 'edit', 'review', 'admin'] as const;
type Role = (typeof roles)[number];

/** The rules of levels once more, as plainly as can be. */
interface Node {
  type: 'space' | 'collection';
  id: string;
  parent: Node | null;
  home: string;
  defaultLevel: Role | 'inherit' | null;
  /** By user or team. */
  grants: Map<string, Role>;
}
interface Viewer {
  user: TestUser;
  role: MemberRole | null;
  teams: string[];
}

const above = (node: Node): Node[] => (node.parent ? [node.parent, ...above(node.parent)] : []);
const defaultOf = (node: Node | null): Role | null =>
  node === null ? null : node.defaultLevel === 'inherit' ? defaultOf(node.parent) : node.defaultLevel;

function expectedLevel({ user, role, teams }: Viewer, space: Node): Role | null {
  if (space.home !== world.organization) return null;
  const given = [space, ...above(space)].flatMap(({ grants }) =>
    [user.id, ...teams].flatMap((subject) => grants.get(subject) ?? []),
  );
  const levels = [...given, ...(role ? [role as Role, defaultOf(space)] : [])];
  return levels.reduce<Role | null>(
    (best, level) => (level && (!best || roles.indexOf(level) > roles.indexOf(best)) ? level : best),
    null,
  );
}

async function actualLevels({ user }: Viewer): Promise<Map<string, Role>> {
  const { items } = await world.api.expect<Page<Space>>('listSpacesInOrganizationById', {
    token: user.token,
    params: { organizationId: world.organization },
    query: { limit: 1000 },
  });
  return new Map(items.map((space) => [space.id, levelIn(space) as Role]));
}

it(`levels are what the rules say after any changes (seed ${seed})`, async () => {
  const { id: second } = await world.api.expect<{ id: string }>('createOrganization', {
    ...admin(),
    body: { title: 'Second' },
  });
  const home = world.organization;
  const node = (type: Node['type'], { id }: { id: string }): Node => ({
    type,
    id,
    parent: null,
    home,
    defaultLevel: 'inherit',
    grants: new Map(),
  });
  const collections: Node[] = [];
  for (let n = 0; n < 5; n++) collections.push(node('collection', await make.collection()));
  const spaces: Node[] = [];
  for (let n = 0; n < 5; n++) spaces.push(node('space', await make.space()));
  const nodes = [...collections, ...spaces];
  const [guest, teamed] = [await make.guest(), await make.guest()];
  const team = await make.team(teamed);
  const viewers: Viewer[] = [
    { user: world.reader, role: 'read', teams: [] },
    { user: guest, role: null, teams: [] },
    { user: teamed, role: null, teams: [team] },
  ];

  const nameOf = { space: 'Space', collection: 'Collection' };
  const paramsOf = ({ type, id }: Node): Record<string, string> => ({ [`${type}Id`]: id });
  const call = (operation: string, of: Node, body?: object) =>
    world.api.call(operation, { ...admin(), params: paramsOf(of), body });
  const here = () => nodes.filter((one) => one.home === home);

  const changes: Record<string, () => Promise<void>> = {
    setDefault: async () => {
      const one = pick(here());
      one.defaultLevel = pick([...roles, 'inherit', 'inherit', null]);
      expect((await call(`update${nameOf[one.type]}ById`, one, { defaultLevel: one.defaultLevel })).status).toBe(200);
    },
    grant: async () => {
      const [one, role] = [pick(here()), pick(roles)];
      const subject = pick([world.reader.id, guest.id, teamed.id, team]);
      const whom = subject === team ? { teams: [team] } : { users: [subject] };
      expect((await call(`inviteTo${nameOf[one.type]}`, one, { ...whom, role })).status).toBe(204);
      one.grants.set(subject, role);
    },
    revoke: async () => {
      const one = pick(nodes);
      const [subject] = one.grants.keys();
      if (!subject || one.home !== home) return;
      const kind = subject === team ? 'Team' : 'User';
      const { status } = await world.api.call(`remove${kind}From${nameOf[one.type]}`, {
        ...admin(),
        params: { ...paramsOf(one), [`${kind.toLowerCase()}Id`]: subject },
      });
      expect(status).toBe(204);
      one.grants.delete(subject);
    },
    move: async () => {
      const one = pick(here());
      const parent = pick([null, ...collections.filter((other) => other.home === home)]);
      const { status } = await call(`move${nameOf[one.type]}`, one, { parent: parent?.id ?? null });
      const cycle = parent !== null && (parent === one || above(parent).includes(one));
      expect(status).toBe(cycle ? 409 : 200);
      if (!cycle) one.parent = parent;
    },
    transfer: async () => {
      const one = pick(nodes);
      const to = one.home === home ? second : home;
      expect((await call(`transfer${nameOf[one.type]}`, one, { organization: to })).status).toBe(200);
      one.parent = null;
      for (const moved of nodes.filter((other) => other === one || above(other).includes(one))) {
        moved.home = to;
        moved.grants.clear();
      }
    },
  };
  const often = ['setDefault', 'setDefault', 'grant', 'grant', 'grant', 'revoke', 'move', 'move', 'transfer'];
  for (let step = 0; step < (long ? 300 : 40); step++) {
    const change = pick(often);
    await changes[change]!();
    for (const viewer of viewers) {
      const actual = await actualLevels(viewer);
      const seen = spaces.map((space) => actual.get(space.id) ?? null);
      const expected = spaces.map((space) => expectedLevel(viewer, space));
      expect({ step, change, role: viewer.role, seen }).toEqual({ step, change, role: viewer.role, seen: expected });
    }
  }
});

it(`moves that race never make a cycle, and leave every path right (seed ${seed})`, async () => {
  const collections: string[] = [];
  for (let n = 0; n < 6; n++) collections.push((await make.collection()).id);
  const space = await make.space();
  for (let round = 0; round < (long ? 60 : 8); round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const parent = pick([null, ...collections]);
        return random() < 0.2
          ? world.api.call('moveSpace', { ...admin(), params: { spaceId: space.id }, body: { parent } })
          : world.api.call('moveCollection', {
              ...admin(),
              params: { collectionId: pick(collections) },
              body: { parent },
            });
      }),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const rows = await sql<{ id: string; parent: string | null; path: string[] }>(
      world,
      `select id, parent_id as parent, path from content.collection where id = any($1)
       union all select id, parent_id, path from content.space where id = $2`,
      [collections, space.id],
    );
    const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
    for (const { id, path } of rows) {
      const chain: string[] = [];
      for (let at = parents.get(id) ?? null; at; at = parents.get(at) ?? null) {
        expect(chain).not.toContain(at);
        chain.unshift(at);
      }
      expect(path).toEqual(chain);
    }
  }
});

describe('a list that is walked while others write', () => {
  /** Walks a list with small pages. */
  async function walk<T extends { id: string }>(operation: string, params: Record<string, string>): Promise<string[]> {
    const ids: string[] = [];
    let page: string | undefined;
    do {
      const answer: Page<T> = await world.api.expect<Page<T>>(operation, {
        ...admin(),
        params,
        query: { limit: 3, ...(page && { page }) },
      });
      ids.push(...answer.items.map(({ id }) => id));
      page = answer.next?.page;
    } while (page);
    return ids;
  }

  it.each([
    ['the spaces of an organization', 'listSpacesInOrganizationById', 'space'],
    ['the spaces of a collection', 'listSpacesInCollectionById', 'space'],
    ['the collections of an organization', 'listCollectionsInOrganizationById', 'collection'],
  ] as const)('misses and repeats nothing that was there throughout: %s', async (_, operation, type) => {
    const { id: organization } = await world.api.expect<{ id: string }>('createOrganization', {
      ...admin(),
      body: { title: 'Walked' },
    });
    const inIt = { ...admin(), params: { organizationId: organization } };
    const parent = (await world.api.expect<Collection>('createCollection', { ...inIt, body: {} })).id;
    const create = () =>
      world.api.call<{ id: string }>(type === 'space' ? 'createSpace' : 'createCollection', {
        ...inIt,
        body: { parent },
      });
    const stays: string[] = [];
    const comes: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { status, body } = await create();
      expect(status).toBe(201);
      (n % 2 ? stays : comes).push(body.id);
    }
    let walking = true;
    let written = 0;
    // A platform that is too busy says so, which is another matter.
    const done = ({ status }: { status: number }): boolean => {
      expect([201, 204, 503, 504]).toContain(status);
      if (status < 300) written++;
      return status < 300;
    };
    const write = async () => {
      while (walking) {
        const gone = comes.splice(Math.floor(random() * comes.length), 1)[0];
        const remove = type === 'space' ? 'deleteSpaceById' : 'deleteCollectionById';
        if (gone) done(await world.api.call(remove, { ...admin(), params: { [`${type}Id`]: gone } }));
        const made = await create();
        if (done(made)) comes.push(made.body.id);
      }
    };
    const begun = performance.now();
    const writing = Promise.all(Array.from({ length: long ? 8 : 2 }, write));
    const params: Record<string, string> =
      operation === 'listSpacesInCollectionById' ? { collectionId: parent } : { organizationId: organization };
    try {
      for (let round = 0; round < (long ? 30 : 4); round++) {
        const seen = await walk(operation, params);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => stays.includes(id)).sort()).toEqual([...stays].sort());
      }
    } finally {
      walking = false;
      await writing;
    }
    if (long) console.log(`${Math.round((1_000 * written) / (performance.now() - begun))} writes a second meanwhile`);
  });
});
