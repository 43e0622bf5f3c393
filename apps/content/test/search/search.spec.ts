import { Client } from 'pg';
import type { Page, SearchPageResult } from '@bindery/contracts';
import { People, startPlatform, type Platform } from '@bindery/testing';
import { SpaceWriter } from './space-writer';

let platform: Platform;
let people: People;
let organization: string;
let writer: SpaceWriter;
let token: string;
let sql: Client;

beforeAll(async () => {
  platform = await startPlatform();
  people = await People.connect(platform);
  organization = await people.organization();
  writer = new SpaceWriter(platform.services.content, organization);
  ({ token } = await people.user({ [organization]: 'read' }));
  sql = new Client({ connectionString: platform.adminUrl });
  await sql.connect();
  await sql.query('set search_path = content');
});

afterAll(async () => {
  await sql.end();
  await people.close();
  await platform.close();
});

/** Waits until search shows every main branch as it is. */
async function indexed(): Promise<void> {
  for (const end = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const { rows } = await sql.query(
      `select from branch b join revision r on r.id = b.head left join search_space x on x.space_id = b.space_id
       where b.id = 'main' and (r.pages is distinct from x.pages or x.target is not null)`,
    );
    if (rows.length === 0) return;
    if (Date.now() > end) throw new Error('The index did not become current');
  }
}

async function find(space: string, query: string): Promise<Page<SearchPageResult>> {
  const url = `${platform.baseUrl}/v1/spaces/${space}/search?${new URLSearchParams({ query }).toString()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as Page<SearchPageResult>;
}

describe('search in a space', () => {
  let space: string;
  beforeAll(async () => {
    space = await writer.create([
      {
        id: 'p1',
        title: 'Installing',
        text: 'Welcome here.\n# Requirements\nYou need running containers and configuration files.',
      },
      {
        id: 'p2',
        title: 'Guides',
        text: 'Nothing about it, but requirements are told in a long sentence.',
        type: 'document',
      },
      { id: 'p3', parent: 'p2', title: 'Kubernetes', text: '# Ingress\nThe ingress controller routes.' },
    ]);
    await indexed();
  });

  it('finds words by stem, with the section and its place', async () => {
    const { items, count } = await find(space, 'container');
    expect(items).toEqual([
      {
        id: 'p1',
        title: 'Installing',
        path: 'p1',
        sections: [
          {
            id: 'p1#requirements',
            title: 'Requirements',
            path: 'p1#requirements',
            body: 'You need running containers and configuration files.',
            urls: { app: `http://bindery.test/app/o/${organization}/s/${space}/p1#requirements` },
          },
        ],
        urls: { app: `http://bindery.test/app/o/${organization}/s/${space}/p1` },
      },
    ]);
    expect(count).toBe(1);
  });

  it('ranks headings above text', async () => {
    expect((await find(space, 'requirements')).items.map(({ id }) => id)).toEqual(['p1', 'p2']);
  });

  it('finds by words of the title and of a section together, and by a beginning', async () => {
    expect((await find(space, 'kubernetes ingr')).items.map(({ id, path }) => [id, path])).toEqual([['p3', 'p2/p3']]);
  });
});
