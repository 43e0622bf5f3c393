import { gzipSync } from 'node:zlib';
import { allEndpoints, PageQuery, type Endpoint } from '@bindery/contracts';
import { pathOf, type ApiRequest } from '@bindery/testing';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const some = <T>(values: T[], every: number): T[] =>
  long ? values : values.filter((_, index) => index % every === seed % every);

let world: TestOrganization;
beforeAll(async () => {
  world = await createTestOrganization();
});
afterAll(() => world.close());

const send = (endpoint: Endpoint, request: ApiRequest) =>
  world.api.send(endpoint.method, pathOf(endpoint, request), request);
const asAdmin = () => ({ token: world.admin.token });

const depth = 50_000;
const deep = (open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth);

/** Bodies that are small to send and large to read, as values of a field. */
const bombs: Record<string, string> = {
  'lists in lists': deep('[', ']'),
  'objects in objects': deep('{"a":', '}'),
  'many fields': `{${Array.from({ length: 60_000 }, (_, n) => `"f${n}":1`).join()}}`,
  'many items': `[${'0,'.repeat(400_000)}0]`,
  'one long text': JSON.stringify('a'.repeat(1_000_000)),
  'one long number': '9'.repeat(500_000),
};
const withBody = allEndpoints().filter(({ body }) => body);

describe('a body that is larger or deeper than it looks', () => {
  it.each(some(withBody, 12).map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const made = await example(world, name);
    const field = Object.keys((made.body ?? {}) as object)[0] ?? 'title';
    for (const [bomb, value] of some(Object.entries(bombs), 2)) {
      for (const body of [value, `{${JSON.stringify(field)}:${value}}`]) {
        const { status } = await send(endpoint, { ...made, ...asAdmin(), body });
        expect([name, bomb, status < 500]).toEqual([name, bomb, true]);
      }
    }
  });

  it('is found out in a body that travels by reference as well', async () => {
    const made = await example(world, 'updateSpaceContent');
    const body = `{"changes":${deep('[', ']')}${' '.repeat(1_200_000)}}`;
    const endpoint = allEndpoints().find(({ name }) => name === 'updateSpaceContent')!;
    expect((await send(endpoint, { ...made, ...asAdmin(), body })).status).toBe(400);
  });

  it('is not unpacked', async () => {
    const { status } = await fetch(`${world.platform.baseUrl}/v1/orgs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.admin.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(Buffer.alloc(20 * 1024 * 1024, ' ')),
    });
    expect([400, 413, 415]).toContain(status);
  });

  it('of Markdown takes no more than it is allowed', async () => {
    const made = await example(world, 'createSpace');
    const { id: spaceId } = await world.api.expect<{ id: string }>('createSpace', { ...made, ...asAdmin() });
    const texts = [
      '> '.repeat(3_000),
      '* '.repeat(3_000),
      '['.repeat(20_000),
      '*a_'.repeat(10_000),
      '<div>'.repeat(5_000),
    ];
    for (const markdown of texts) {
      const changes = [{ operation: 'insert_page', title: 'Bomb', document: { markdown } }];
      const request = { ...asAdmin(), params: { spaceId }, body: { changes } };
      const { status } = await world.api.send('POST', `/spaces/${spaceId}/content`, request);
      expect([markdown.slice(0, 5), [200, 204, 400, 413].includes(status)]).toEqual([markdown.slice(0, 5), true]);
    }
    await world.api.expect('getSpaceById', { ...asAdmin(), params: { spaceId } });
  });
});

const lists = allEndpoints().filter(({ query }) => query && new query() instanceof PageQuery);

it('the position in one list is refused in every other one, under another filter, and by another organization', async () => {
  const made = new Map<string, Example>();
  const positions: [name: string, page: string][] = [];
  for (const endpoint of some(lists, 3)) {
    const one = await example(world, endpoint.name);
    made.set(endpoint.name, one);
    const { status, body } = await send(endpoint, { ...one, ...asAdmin(), query: { ...one.query, limit: 1 } });
    expect([endpoint.name, status]).toEqual([endpoint.name, 200]);
    const { next } = body as { next?: { page: string } };
    if (next) positions.push([endpoint.name, next.page]);
  }
  expect(positions.length).toBeGreaterThan(3);
  const taken: string[] = [];
  for (const [from, page] of positions)
    for (const [name, one] of made) {
      if (name === from) continue;
      const endpoint = lists.find((list) => list.name === name)!;
      const { status } = await send(endpoint, { ...one, ...asAdmin(), query: { ...one.query, limit: 1, page } });
      if (status !== 400) taken.push(`${from} in ${name}: ${status}`);
    }
  expect(taken).toEqual([]);
});

it('an ETag reveals nothing about answers to others', async () => {
  const reads = allEndpoints().filter(({ method }) => method === 'GET');
  for (const endpoint of some(reads, 6)) {
    const made = await example(world, endpoint.name);
    const { headers } = await send(endpoint, { ...made, ...asAdmin() });
    const tag = headers.get('etag')!;
    for (const token of [undefined, world.guest.token, world.reader.token, world.otherAdmin.token]) {
      const plain = await send(endpoint, { ...made, token });
      const asked = await send(endpoint, { ...made, token, headers: { 'if-none-match': tag } });
      const expected = plain.status === 200 && plain.headers.get('etag') === tag ? 304 : plain.status;
      expect([endpoint.name, asked.status]).toEqual([endpoint.name, expected]);
    }
  }
});
