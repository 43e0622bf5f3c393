import { join } from 'node:path';
import type { Page, SearchPageResult } from '@bindery/contracts';
import {
  createServiceOrganization,
  filesOf,
  importFiles,
  publicDocs,
  type TestOrganization,
  until,
} from '@bindery/testing';
import { asianDocs, asianQueries } from './asian-docs';
import { germanDocs, germanQueries } from './german-docs';
import { ownQueries } from './own-queries';
import { publicQueries } from './public-queries';

/** Which share of the queries has to have the right page first, and which among the first three. */
const first = 0.75;
const amongThree = 0.92;

type Query = [query: string, ...titles: string[]];
type Files = Record<string, string | Buffer>;

interface Collection {
  name: string;
  files: () => Files;
  language?: string;
  queries: Query[];
}

/** Without the pages that stand in no summary. */
const documentation = (folder: string): Files => filesOf(folder);

const collections: Collection[] = [
  {
    name: 'the documentation of this repository',
    files: () => documentation(join(__dirname, '../../../../docs')),
    queries: ownQueries,
  },
  { name: 'a German documentation', files: () => germanDocs, language: 'de', queries: germanQueries },
  { name: 'a Chinese and Japanese documentation', files: () => asianDocs, queries: asianQueries },
];
if (publicDocs)
  collections.push({
    name: 'the public corpus',
    files: () => documentation(join(publicDocs!, 'documentation')),
    queries: publicQueries,
  });
else console.warn('../shared/corpus/public-docs is absent: nothing is sought in it');

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

async function imported({ name, files, language, queries }: Collection): Promise<string> {
  const { spaces } = await importFiles(world, files(), { title: name });
  const { id: spaceId } = spaces[0]!;
  if (language)
    await world.api.expect('updateSpaceById', { token: world.admin.token, params: { spaceId }, body: { language } });
  // The titles of the pages come last into the index.
  await until(async () => (await found(spaceId, queries[0]![0])).length > 0);
  await until(
    async () => (await indexedPages(spaceId)) >= Object.keys(files()).filter((path) => path.endsWith('.md')).length / 2,
  );
  return spaceId;
}

async function indexedPages(space: string): Promise<number> {
  const rows = await world.records.query<{ count: number }>(
    `select count(*)::integer as count from content.search_page p join content.search_space x on x.space_id = p.space_id
     where p.space_id = $1 and p.document_id is not null and x.target is null`,
    [space],
  );
  return rows[0]!.count;
}

async function found(spaceId: string, query: string): Promise<string[]> {
  const request = { token: world.admin.token, params: { spaceId }, query: { query, limit: 10 } };
  const { items } = await world.api.expect<Page<SearchPageResult>>('searchSpaceContent', request);
  return items.map(({ title }) => title);
}

it.each(collections.map((collection) => [collection.name, collection] as const))(
  'finds in %s',
  async (name, collection) => {
    const space = await imported(collection);
    const places: { query: string; place: number; found: string[] }[] = [];
    for (const [query, ...titles] of collection.queries) {
      const pages = await found(space, query);
      places.push({ query, place: pages.findIndex((title) => titles.includes(title)), found: pages.slice(0, 3) });
    }
    const share = (most: number) => places.filter(({ place }) => place >= 0 && place < most).length / places.length;
    const missed = places.filter(({ place }) => place !== 0).map((miss) => `  ${JSON.stringify(miss)}\n`);
    process.stdout.write(
      `${name}: ${places.length} queries, first ${(100 * share(1)).toFixed(0)} %, among three ${(100 * share(3)).toFixed(0)} %\n${missed.join('')}`,
    );
    expect(share(1)).toBeGreaterThanOrEqual(first);
    expect(share(3)).toBeGreaterThanOrEqual(amongThree);
  },
);
