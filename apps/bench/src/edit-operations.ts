import { Client } from 'pg';
import type { Comment, Space } from '@bindery/contracts';
import { importPages } from './content';
import { markdownOf, writePages } from './documentation';
import { type AnsweredPage, fillBaseline } from './baseline-data';
import { fillBaselineComments } from './baseline-comments-data';
import { type LoadRequest, UNIQUE } from './load';
import type { Operation } from './operations';
import type { BenchPlatform } from './platform';

const PAGES = 500;
/** Pages beside which another one is created, where there are some. */
const SIBLINGS = 2_000;
/** Open comments of the space about which much is said. */
const COMMENTS = 20_000;
/** Pages that are replaced and read in turn. */
const VARIETY = 64;

export const CREATED = 'create a page';
export const CREATED_AMONG_MANY = `... beside ${SIBLINGS} others`;
export const SPACE = 'space';
export const DISCUSSED_SPACE = `... of ${COMMENTS} comments`;

/** Fills platform and baseline with the same, and answers what is measured of edits and of what hangs on a space. */
export async function prepareEditOperations(platform: BenchPlatform): Promise<Operation[]> {
  const { api, developer } = platform;
  const organization = developer.organization;
  const written = writePages(PAGES);
  const { id: space, pages: listed } = await importPages(platform, 'Bench', written, 1);
  const { id: large } = await importPages(platform, 'Many', writePages(SIBLINGS), 1);
  const made = (title: string) => api.post<Space>(`/orgs/${organization}/spaces`, { title });
  const [empty, quiet, discussed] = [await made('Empty'), await made('Quiet'), await made('Discussed')];
  await discuss(platform, discussed.id);
  const pages: AnsweredPage[] = [];
  for (const { id } of listed.slice(0, VARIETY)) pages.push(await api.get(`/spaces/${space}/content/page/${id}`));
  const { items: spaces } = await api.get<{ items: Space[] }>(`/orgs/${organization}/spaces?limit=100`);
  await fillBaseline(platform.databaseUrl, { spaces, space, pages, written: written.slice(0, VARIETY) });
  const comment = await api.post<Comment>(`/spaces/${space}/comments`, { body: { markdown: 'The first' } });
  await fillBaselineComments(
    platform.databaseUrl,
    { space, changeRequests: [], comments: [comment] },
    { beside: true },
  );

  const markdown = `Edited as ${UNIQUE}.\n\n${markdownOf(writePages(3)[0]!)}`;
  const replaced = pages.map(({ id }) =>
    content(space, { operation: 'update_page', page: id, document: { markdown } }),
  );
  const created = (id: string) =>
    content(id, { operation: 'insert_page', title: `Page ${UNIQUE}`, document: { markdown } });
  return [
    operation(SPACE, [{ path: `/spaces/${quiet.id}` }]),
    operation(DISCUSSED_SPACE, [{ path: `/spaces/${discussed.id}` }]),
    {
      ...operation(
        'page',
        pages.map(({ id }) => ({ path: `/spaces/${space}/content/page/${id}` })),
      ),
      baseline: pages.map(({ id }) => ({ path: `/spaces/${space}/page/${id}` })),
    },
    operation('create a comment', [post(`/spaces/${space}/comments`, { body: { markdown: `Well said: ${UNIQUE}` } })]),
    operation('replace a page', replaced),
    operation(CREATED, [created(empty.id)]),
    operation(CREATED_AMONG_MANY, [created(large)]),
  ];
}

/** Comments as their service would have stored them; over the API they would take minutes. */
async function discuss(platform: BenchPlatform, space: string): Promise<void> {
  const { id } = await platform.api.post<Comment>(`/spaces/${space}/comments`, { body: { markdown: 'The first' } });
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into change_requests.comment (id, space_id, revision, markdown, posted_by)
       select id || n, space_id, revision, 'Comment ' || n, posted_by
       from change_requests.comment, generate_series(2, $2) n where id = $1`,
      [id, COMMENTS],
    );
    await client.query('vacuum analyze change_requests.comment');
  } finally {
    await client.end();
  }
}

const content = (space: string, change: object): LoadRequest => post(`/spaces/${space}/content`, { changes: [change] });

const post = (path: string, body: object): LoadRequest => ({ path, method: 'POST', body: JSON.stringify(body) });

const operation = (name: string, requests: LoadRequest[]): Operation => ({
  name,
  platform: requests.map((request) => ({ ...request, path: `/v1${request.path}` })),
  baseline: requests,
});
