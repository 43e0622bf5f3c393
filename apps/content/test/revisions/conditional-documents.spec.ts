import { Client } from 'pg';
import type { DocumentPage, Revision } from '@bindery/contracts';
import { currentCall } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { startServiceOrganization, importFiles, type ServiceOrganization } from '@bindery/testing';

interface Statement {
  text: string;
  values: unknown[];
}

let world: ServiceOrganization;
/** The statements that read bodies, and those that query which documents have conditions. */
let bodies: Statement[];
let asked: Statement[];
let ofPageDocument: string[];

beforeAll(async () => {
  world = await startServiceOrganization('content');
});
beforeEach(() => {
  [bodies, asked, ofPageDocument] = [[], [], []];
  const { query } = Database.prototype;
  jest.spyOn(Database.prototype, 'query').mockImplementation(async function (this: Database, text, values = []) {
    if (text.includes('is_conditional')) asked.push({ text, values });
    if (currentCall()?.operation === 'getPageDocumentInRevisionById') ofPageDocument.push(text);
    if (/select .*body.* from document/.test(text) && currentCall()) bodies.push({ text, values });
    return query.call(this, text, values);
  } as typeof query);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => world.close());

/** The statuses of exports of a new public space, which so many strangers request at a time. */
async function exportsOf(text: string, strangers = 1): Promise<number[]> {
  const [made] = (await importFiles(world, { 'README.md': `# Home\n\n${text}\n` })).spaces;
  const params = { spaceId: made!.id };
  await world.api.expect('updateSpaceById', { token: world.admin.token, params, body: { visibility: 'public' } });
  const by = { token: world.otherAdmin.token, params };
  const calls = Array.from({ length: strangers }, () => world.api.call('exportSpace', by));
  return (await Promise.all(calls)).map(({ status }) => status);
}

it.each([
  ['', 200],
  ['{% if visitor.claims.plan %}\nx\n{% endif %}', 403],
])('all who read a new revision at once wait for one look at it: %j', async (text, status) => {
  expect(await exportsOf(`Once.\n\n${text}`, 10)).toEqual(Array(10).fill(status));
  expect(asked).toHaveLength(1);
  // The next revision is looked at anew.
  await exportsOf(`Again.\n\n${text}`);
  expect(asked).toHaveLength(2);
});

it('documents with conditions are found in their index, without a look into any body', async () => {
  await exportsOf('Plain.');
  const [{ text }] = asked as [Statement];
  const client = new Client({ connectionString: world.platform.adminUrl, options: '-c search_path=content,public' });
  await client.connect();
  try {
    const insert = (prefix: string, count: number, body: string) =>
      client.query(
        `insert into document (organization_id, hash, body)
         select $1, $2 || n, $3 || repeat(md5(n::text), 200) || '"}' from generate_series(1, $4::integer) n`,
        [world.organization, prefix, body, count],
      );
    const planOf = async (explain: string, values: unknown[] = []) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    await insert('plain', 3_000, '{"text":"');
    await insert('if', 30, '{"type":"if","text":"');
    await insert('told', 30, '{"type":"expression","expression":"visitor.claims.plan","text":"');
    await insert('same', 30, '{"type":"expression","expression":"space.vars.name","text":"');
    const hashes = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);
    const { organization } = world;
    // As it is before the first statistics, and after.
    for (const prepare of ['select', 'vacuum analyze document']) {
      await client.query(prepare);
      const plans = [
        await planOf('explain', [organization, hashes('plain', 2_000)]),
        await planOf('explain', [organization, hashes('plain', 1)]),
        await planOf('explain (generic_plan)'),
      ];
      for (const plan of plans) {
        expect(plan).toContain('document_conditional');
        expect(plan).not.toMatch(/is_conditional|Seq Scan/);
      }
    }
    for (const [prefix, rows] of Object.entries({ plain: 0, if: 1, told: 1, same: 0 })) {
      const { rowCount } = await client.query(text, [organization, hashes(prefix, 30)]);
      expect([prefix, rowCount]).toEqual([prefix, rows]);
    }
  } finally {
    await client.end();
  }
});

describe('with pictures under conditions', () => {
  const picture = (name: string) => `![${name}](${name}.png)`;
  const plain = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`p${n}.md`, `# ${n}\n\n${picture('open')}\n`]));
  const files = {
    'README.md': `# Home\n\n{% if visitor.claims.unsigned.staff %}\n${picture('own')}\n{% endif %}\n`,
    'told.md': '# Told\n\n{% if visitor.claims.unsigned.staff %}\nNo picture.\n{% endif %}\n',
    ...plain,
    ...Object.fromEntries(['own', 'open'].map((name) => [`${name}.png`, Buffer.from(name)])),
  };
  let revision: Revision;
  let params: { spaceId: string; revisionId: string };
  let tokens: { visitor: string; staff: string };

  beforeAll(async () => {
    const { organization, platform } = world;
    const spaceId = (await importFiles(world, files)).spaces[0]!.id;
    const visit = { organization, site: newId(), spaces: [spaceId], issuedAt: new Date().toISOString() };
    revision = await world.api.expect('getCurrentRevision', { token: world.admin.token, params: { spaceId } });
    params = { spaceId, revisionId: revision.id };
    const tokenOf = (unsigned: object) => platform.visitorToken({ ...visit, claims: { unsigned } });
    tokens = { visitor: tokenOf({}), staff: tokenOf({ staff: true }) };
    await platform.service.stop();
    await platform.service.restart();
  });

  const fileIdOf = (name: string) => revision.files.find((file) => file.name === name)!.id;
  const call = <T>(operation: string, token: string, more: object = {}) =>
    world.api.call<T>(operation, { token, params: { ...params, ...more } });

  it('pages and documents of pages are read without a look at other documents', async () => {
    const [page] = revision.pages as [DocumentPage];
    for (const token of [tokens.visitor, tokens.staff]) {
      expect((await call('listPagesInRevisionById', token)).status).toBe(200);
      expect(bodies).toEqual([]);
    }
    const read = () => call('getPageDocumentInRevisionById', tokens.visitor, { pageId: page.id });
    expect((await read()).status).toBe(200);
    expect(bodies.map(({ values }) => values)).toEqual([[world.organization, page.documentId]]);
    // Whether the reader may read the revision, in two, and the document; the map of pages is known from the lists.
    expect(ofPageDocument).toHaveLength(3);
    ofPageDocument = [];
    expect((await read()).status).toBe(200);
    expect([ofPageDocument.length, bodies.length, asked.length]).toEqual([2, 1, 0]);
  });

  it('all documents are read once, and for each further reader those alone that name something under a condition', async () => {
    const statusesFor = async (token: string) => {
      const statuses = [];
      for (const name of ['own.png', 'open.png'])
        statuses.push((await call('getFileInRevisionById', token, { fileId: fileIdOf(name) })).status);
      return statuses;
    };
    expect(await statusesFor(tokens.visitor)).toEqual([404, 200]);
    expect(bodies.length).toBeGreaterThan(0);
    bodies = [];
    expect(await statusesFor(tokens.staff)).toEqual([200, 200]);
    const [page] = revision.pages as [DocumentPage];
    const hashes = bodies.flatMap(({ values: [, hash] }) => hash as string | string[]);
    expect(hashes.filter((hash) => hash !== page.documentId)).toEqual([]);
  });
});
