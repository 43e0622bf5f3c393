import { allEndpoints, type Collection, type Page, type Revision, type Space } from '@bindery/contracts';
import { importFiles, sql, upload, zipOf } from '@bindery/testing';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

/** A word in all texts of the other organization, which must appear nowhere else. */
const canary = 'Kanarienvogel';
const source = {
  'README.md': `# ${canary}\n\n![](c.svg)\n`,
  'SUMMARY.md': `* [${canary}](README.md)\n`,
  'c.svg': '<svg/>',
};

let world: TestOrganization;
/** The objects of the other organization. */
let foreign: { space: string; collection: string; revision: Revision; team: string; user: string; upload: string };
/** The objects of the same kinds in the first organization. */
let own: { space: string; collection: string; revision: Revision };

beforeAll(async () => {
  world = await createTestOrganization();
  const other = { ...world, organization: world.other, admin: world.otherAdmin };
  const make = async (of: TestOrganization, files: Record<string, string>, title: string) => {
    const request = { token: of.admin.token, params: { organizationId: of.organization } };
    const space = (await importFiles(of, files, { title })).spaces[0]!.id;
    const collection = (await of.api.expect<Collection>('createCollection', { ...request, body: { title } })).id;
    const token = of.admin.token;
    const revision = await of.api.expect<Revision>('getCurrentRevision', { token, params: { spaceId: space } });
    return { space, collection, revision };
  };
  own = await make(
    world,
    { ...source, 'README.md': '# Own\n\n![](c.svg)\n', 'SUMMARY.md': '* [Own](README.md)\n' },
    'Own',
  );
  const { id: team } = await world.api.expect<{ id: string }>('createOrganizationTeam', {
    token: world.otherAdmin.token,
    params: { organizationId: world.other },
    body: { title: canary },
  });
  foreign = {
    ...(await make(other, source, canary)),
    team,
    user: world.otherAdmin.id,
    upload: await upload(other, await zipOf(source)),
  };
  await sql(world, 'update organization set title = $2 where id = $1', [world.other, canary]);
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const inOrganization = () => ({ ...admin(), params: { organizationId: world.organization } });
const statusOf = async (operation: string, request: object) => {
  const { status, body } = await world.api.call(operation, { ...admin(), ...request });
  expect(JSON.stringify(body ?? null)).not.toContain(canary);
  return status;
};
/** Everything that content and identity keep of the other organization. */
async function state(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of [
    'content.space',
    'content.collection',
    'content.access_grant',
    'link_invite',
    'team',
    'membership',
  ])
    rows.push(await sql(world, `select * from ${table} t where organization_id = $1 order by t::text`, [world.other]));
  return rows;
}

it('ids of another organization in a body change nothing and show nothing', async () => {
  const before = await state();
  const { space: spaceId, collection: collectionId } = own;
  const place = { type: 'space', space: foreign.space };
  const tricks: [operation: string, request: () => object, status: number][] = [
    ['createSpace', () => ({ ...inOrganization(), body: { parent: foreign.collection } }), 404],
    ['createCollection', () => ({ ...inOrganization(), body: { parent: foreign.collection } }), 404],
    ['moveSpace', () => ({ params: { spaceId }, body: { parent: foreign.collection } }), 404],
    ['moveSpace', () => ({ params: { spaceId }, body: { position: { after: place } } }), 400],
    ['moveSpace', () => ({ params: { spaceId: foreign.space }, body: { parent: collectionId } }), 404],
    ['moveCollection', () => ({ params: { collectionId }, body: { parent: foreign.collection } }), 404],
    ['moveCollection', () => ({ params: { collectionId }, body: { position: { before: place } } }), 400],
    ['moveCollection', () => ({ params: { collectionId: foreign.collection }, body: { parent: collectionId } }), 404],
    ['transferSpace', () => ({ params: { spaceId }, body: { organization: world.other } }), 404],
    ['transferSpace', () => ({ params: { spaceId: foreign.space }, body: { organization: world.organization } }), 404],
    ['transferCollection', () => ({ params: { collectionId }, body: { organization: world.other } }), 404],
    ['inviteToSpace', () => ({ params: { spaceId }, body: { users: [foreign.user], role: 'read' } }), 400],
    ['inviteToSpace', () => ({ params: { spaceId }, body: { teams: [foreign.team], role: 'read' } }), 400],
    ['inviteToCollection', () => ({ params: { collectionId }, body: { teams: [foreign.team], role: 'read' } }), 400],
    ['createOrganizationInvite', () => ({ ...inOrganization(), body: { space: foreign.space, level: 'admin' } }), 404],
    [
      'createOrganizationInvite',
      () => ({ ...inOrganization(), body: { collection: foreign.collection, level: 'admin' } }),
      404,
    ],
    ['createOrganizationTeam', () => ({ ...inOrganization(), body: { title: 'x', members: [foreign.user] } }), 404],
    [
      'startImport',
      () => ({
        ...inOrganization(),
        body: { source: { type: 'git', url: 'https://example.com/a.git' }, target: { space: foreign.space } },
      }),
      404,
    ],
    [
      'startImport',
      () => ({
        ...inOrganization(),
        body: { source: { type: 'file', files: [foreign.upload] }, target: { title: 'x' } },
      }),
      400,
    ],
  ];
  for (const [operation, request, status] of tricks)
    expect([operation, await statusOf(operation, request())]).toEqual([operation, status]);
  expect(await state()).toEqual(before);
});

it('ids of another organization below a space of one’s own are not found', async () => {
  const spaceId = own.space;
  const { id: revisionId, pages, files } = foreign.revision;
  const [pageId, fileId] = [pages[0]!.id, files[0]!.id];
  const mine = own.revision.id;
  const tricks: [operation: string, params: Record<string, string>][] = [
    ['getRevisionById', { spaceId, revisionId }],
    ['listPagesInRevisionById', { spaceId, revisionId }],
    ['getPageInRevisionById', { spaceId, revisionId, pageId }],
    ['getPageInRevisionById', { spaceId, revisionId: mine, pageId }],
    ['getPageById', { spaceId, pageId }],
    ['getFileById', { spaceId, fileId }],
    ['getTeamInOrganizationById', { organizationId: world.organization, teamId: foreign.team }],
    ['getMemberInOrganizationById', { organizationId: world.organization, userId: foreign.user }],
    ['listSpacesForOrganizationMember', { organizationId: world.organization, userId: foreign.user }],
    ['listTeamsForOrganizationMember', { organizationId: world.organization, userId: foreign.user }],
  ];
  for (const [operation, params] of tricks)
    expect([operation, await statusOf(operation, { params })]).toEqual([operation, 404]);
});

it('a page token of another organization’s list is refused', async () => {
  const lists = ['listSpacesInOrganizationById', 'listCollectionsInOrganizationById', 'listMembersInOrganizationById'];
  for (const organizationId of [world.organization, world.other])
    for (let n = 0; n < 2; n++) {
      const { token } = organizationId === world.other ? world.otherAdmin : world.admin;
      for (const operation of ['createSpace', 'createCollection'])
        await world.api.expect<Space>(operation, { token, params: { organizationId }, body: {} });
      await world.records.user({ [organizationId]: 'read' });
    }
  for (const operation of lists) {
    const { next } = await world.api.expect<Page<object>>(operation, {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      query: { limit: 1 },
    });
    expect(await statusOf(operation, { ...inOrganization(), query: { limit: 1, page: next!.page } })).toBe(400);
  }
});

it('no read of one’s own shows anything of another organization', async () => {
  for (const { name, method } of allEndpoints()) {
    if (method !== 'GET') continue;
    const { status, body } = await world.api.call(name, { ...(await example(world, name)), ...admin() });
    expect([name, status]).toEqual([name, 200]);
    const text = JSON.stringify(body);
    for (const secret of [canary, world.other, foreign.space, foreign.collection, foreign.revision.id, foreign.user])
      expect([name, text.includes(secret)]).toEqual([name, false]);
  }
});
