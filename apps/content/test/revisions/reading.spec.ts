import { validateDocument } from '@bindery/documents';
import type { ChangeRequest, DocumentPage } from '@bindery/contracts';
import { currentCall } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import {
  startServiceOrganization,
  DraftCaller,
  filesOf,
  flat,
  importFiles,
  type PublicClient,
  publicClient,
  reachable,
  sampleDocs,
  type ServiceOrganization,
  sql,
} from '@bindery/testing';

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const deep = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`many/p${n}.md`, `# Page ${n}\n`]));
const files = {
  ...filesOf(sampleDocs),
  ...deep,
  'extra/page.html': '<script>alert(1)</script>',
  'extra/drawn.svg': script,
  'extra/links.md': '# Links\n\n[html](page.html)\n\n![drawn](drawn.svg)\n',
  'SUMMARY.md': `${filesOf(sampleDocs)['SUMMARY.md']!.toString()}\n***\n\n* [Links](extra/links.md)\n${Object.keys(deep)
    .map((path) => `* [](${path})\n`)
    .join('')}`,
};

let world: ServiceOrganization;
let client: PublicClient;
let space: string;

beforeAll(async () => {
  world = await startServiceOrganization('content');
  client = publicClient(world);
  const run = await importFiles(world, files);
  expect(run).toMatchObject({ status: 'completed' });
  space = run.spaces[0]!.id;
});
afterAll(() => world.close());

const restart = async () => {
  await world.platform.service.stop();
  await world.platform.service.restart();
};

const find = async (path: string) => {
  const { data } = await client.spaces.listPages(space);
  return flat(data.pages).find((page) => 'path' in page && page.path === path) as DocumentPage;
};

it('answers a page by id and by path, as a document and as Markdown', async () => {
  const { id, path } = await find('write/blocks');
  const byId = (await client.spaces.getPageById(space, id)).data;
  const byPath = (await client.spaces.getPageByPath(space, encodeURIComponent(path))).data;
  expect(byPath).toEqual(byId);
  expect(validateDocument(byId.document)).toEqual([]);
  const markdown = { format: 'markdown' } as const;
  const text = (await client.spaces.getPageById(space, id, markdown)).data;
  expect((await client.spaces.getPageByPath(space, encodeURIComponent(path), markdown)).data).toEqual(text);
  const source = files['write/blocks.md' as keyof typeof files]!.toString();
  expect(source.endsWith(text.markdown!)).toBe(true);
  expect(text.markdown).not.toMatch(/^---/);
});

it('names the merged change request, for callers who see drafts', async () => {
  const { api, admin } = world;
  const [made] = (await importFiles(world, { 'README.md': '# Home\n' })).spaces;
  const params = { spaceId: made!.id };
  const as = { token: admin.token, params };
  const request = await api.expect<ChangeRequest>('createChangeRequest', { ...as, body: { subject: 'More' } });
  const named = { token: admin.token, params: { ...params, changeRequestId: request.id } };
  const change = { operation: 'insert_page', title: 'More', document: { markdown: 'More.' } };
  await api.expect('updateChangeRequestContent', { ...named, body: { changes: [change] } });
  await api.expect('mergeChangeRequest', named);
  await api.expect('updateSpaceById', { ...as, body: { visibility: 'public' } });

  const { data } = await client.spaces.getCurrentRevision(made!.id);
  const merged = await api.expect<ChangeRequest>('getChangeRequestById', named);
  expect(data).toMatchObject({ type: 'merge', mergedFrom: merged });
  expect(merged).toMatchObject({ status: 'merged', subject: 'More', createdBy: { id: admin.id } });
  const byId = (call: object) => api.call('getRevisionById', { ...call, params: { ...params, revisionId: data.id } });
  const own = await byId(as);
  expect(own.body).toEqual(data);
  // The content of the change request may still change.
  expect(own.headers.get('cache-control')).toBe('private, no-cache');
  const asReader = await byId({});
  // Only a merge that names its change request is one of the client's types.
  expect(asReader.body).toMatchObject({ type: 'edits' });
  expect(asReader.body).not.toHaveProperty('mergedFrom');
  const changesOf = (call: object) =>
    api.call('getRevisionSemanticChanges', { ...call, params: { ...params, revisionId: data.id } });
  expect((await changesOf(as)).body).toMatchObject({ changes: [{ type: 'page_created' }], mergedFrom: merged });
  expect((await changesOf({})).body).not.toHaveProperty('mergedFrom');
  expect(asReader.headers.get('cache-control')).toContain('immutable');
  const [first] = data.parents;
  const { data: before } = await client.spaces.getRevisionById(made!.id, first!);
  expect(before).not.toHaveProperty('mergedFrom');
});

it('answers the revision whole, and the same by its id', async () => {
  const { data } = await client.spaces.getCurrentRevision(space);
  expect((await client.spaces.getRevisionById(space, data.id)).data).toEqual(data);
  const listed = (await client.spaces.listPages(space)).data.pages;
  expect(data.pages).toEqual(listed);
  expect((await client.spaces.listPagesInRevisionById(space, data.id)).data.pages).toEqual(listed);
  expect(data.reusableContents).toHaveLength(1);
  const { id, path } = await find('write/blocks');
  const page = (await client.spaces.getPageInRevisionById(space, data.id, id)).data;
  expect(page).toEqual((await client.spaces.getPageById(space, id)).data);
  expect((await client.spaces.getPageInRevisionByPath(space, data.id, encodeURIComponent(path))).data).toEqual(page);
});

it('lists files in pages, and hands out each with its bytes', async () => {
  const seen: { id: string; name: string; downloadURL: string; size: number }[] = [];
  for (let page: string | undefined; ;) {
    const { data } = await client.spaces.listFiles(space, { limit: 1, ...(page && { page }) });
    expect(data.items).toHaveLength(1);
    seen.push(...data.items);
    page = data.next?.page;
    if (!page) break;
  }
  expect(seen.map(({ name }) => name).sort()).toEqual(['architecture.svg', 'drawn.svg', 'page.html']);
  for (const file of seen) {
    expect((await client.spaces.getFileById(space, file.id)).data).toMatchObject(file);
    const response = await fetch(reachable(world, file.downloadURL));
    const bytes = Buffer.from(await response.arrayBuffer());
    const path = Object.keys(files).find((name) => name.endsWith(file.name)) as keyof typeof files;
    expect({ size: bytes.length, same: bytes.equals(Buffer.from(files[path]!)) }).toEqual({
      size: file.size,
      same: true,
    });
  }
});

it('hands out nothing that could run in a browser', async () => {
  const { items } = (await client.spaces.listFiles(space)).data;
  const headersOf = async (name: string) => {
    const { headers } = await fetch(reachable(world, items.find((file) => file.name === name)!.downloadURL));
    return (header: string) => headers.get(header) ?? '';
  };
  const svg = await headersOf('drawn.svg');
  expect(svg('content-type')).toBe('image/svg+xml');
  expect(svg('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
  expect(svg('x-content-type-options')).toBe('nosniff');
  const html = await headersOf('page.html');
  expect(html('content-type')).toBe('application/octet-stream');
  expect(html('content-disposition')).toMatch(/^attachment/);
  expect(html('x-content-type-options')).toBe('nosniff');
});

it('refuses an address of a file that was changed or is of another file', async () => {
  const { items } = (await client.spaces.listFiles(space)).data;
  const [one, other] = items.map(({ downloadURL }) => new URL(reachable(world, downloadURL)));
  const { status } = await fetch(`${one!.origin}${one!.pathname}${other!.search}`);
  expect(status).toBe(404);
});

it('answers 304 for what a client has', async () => {
  const { id } = await find('write/blocks');
  const path = `/spaces/${space}/content/page/${id}`;
  const token = world.admin.token;
  const first = await world.api.send('GET', path, { token });
  const again = await world.api.send('GET', path, { token, headers: { 'if-none-match': first.headers.get('etag')! } });
  expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: undefined });
});

it('does not know a page of another organization, by id, by path or in a revision', async () => {
  const { id, path } = await find('write/blocks');
  const revision = (await client.spaces.getCurrentRevision(space)).data.id;
  const paths = [
    `content/page/${id}`,
    `content/path/${encodeURIComponent(path)}`,
    `revisions/${revision}`,
    'content/files',
    'export',
  ];
  for (const rest of paths) {
    const { status } = await world.api.send('GET', `/spaces/${space}/${rest}`, { token: world.otherAdmin.token });
    expect({ rest, status }).toEqual({ rest, status: 404 });
  }
});

it('answers a draft in the same bytes from what wrote it as from what reads it', async () => {
  const draft = await DraftCaller.create(world, space);
  const target = { kind: 'url', url: 'https://example.com/' };
  await draft.edit(
    { operation: 'insert_page', type: 'link', title: 'Elsewhere', target },
    { operation: 'insert_page', document: { markdown: '---\nvars:\n  zebra: z\n  a: b\n---\n\n# Variables\n' } },
  );
  const path = `/spaces/${space}/change-requests/${draft.params.changeRequestId}/content/pages`;
  const tag = async () => (await world.api.send('GET', path, { token: world.admin.token })).headers.get('etag');
  const written = await tag();
  await restart();
  expect(await tag()).toBe(written);
});

it('lists the revisions of main, and not those of drafts', async () => {
  const draft = await DraftCaller.create(world, space);
  await draft.edit({ operation: 'insert_page', document: { markdown: '# Drafted\n' } });
  const told = await sql<{ branch: string; count: number }>(
    world,
    `select envelope->'payload'->>'branch' as branch, count(*)::integer as count from content.outbox
     where subject = 'event.content.revision.created' and envelope->'payload'->>'space' = $1 group by 1`,
    [space],
  );
  expect(told).toEqual([{ branch: 'main', count: 1 }]);
});

describe('statements of a page read', () => {
  let counted: string[];
  beforeEach(() => {
    counted = [];
    const { query } = Database.prototype;
    jest.spyOn(Database.prototype, 'query').mockImplementation(async function (this: Database, ...args) {
      // Work in the background reads as well; it has no call.
      if (currentCall()?.operation.startsWith('getPage')) counted.push(args[0]);
      return query.apply(this, args);
    } as typeof query);
  });
  afterEach(() => jest.restoreAllMocks());

  const reads: [string, (page: { id: string; path: string }) => Promise<unknown>][] = [
    ['id', ({ id }) => client.spaces.getPageById(space, id)],
    ['path', ({ path }) => client.spaces.getPageByPath(space, encodeURIComponent(path))],
  ];
  // Cold: the revision, and all that the answer holds of it.
  it.each(reads)('are two cold and one warm, by %s', async (_, read) => {
    const page = await find('write/blocks');
    await restart();
    counted = [];
    await read(page);
    expect(counted).toHaveLength(2);
    counted = [];
    await read(page);
    expect(counted).toHaveLength(1);
  });
});
