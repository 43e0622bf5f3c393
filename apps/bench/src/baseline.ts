import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { Pool } from 'pg';
import { serveComments } from './baseline-comments';

// The baseline: the same answers from one process, with one statement each, without accounts or checks.
const pool = new Pool({ connectionString: process.env.BASELINE_DATABASE_URL, max: Number(process.env.BASELINE_POOL) });
const server = fastify();

const spaces = 'select s.*, c.* from baseline.space s join baseline.counts c on c.space_id = s.id';
const search = `select p.id, p.title, p.path, s.title as section, s.anchor, left(s.body, 240) as body
  from (select *, ts_rank(words, query) as rank from baseline.section, plainto_tsquery('english', $2) query
    where space_id = $1 and words @@ query order by rank desc limit 50) s
  join baseline.page p on p.id = s.page_id order by s.rank desc`;

server.get<{ Params: { id: string } }>('/spaces/:id', async ({ params }) =>
  spaceOf((await pool.query({ name: 'space', text: `${spaces} where s.id = $1`, values: [params.id] })).rows[0]),
);
server.get<{ Params: { id: string } }>('/orgs/:id/spaces', async ({ params }) => {
  const text = `${spaces} where s.organization = $1 order by s.created_at, s.id limit 100`;
  const { rows } = await pool.query({ name: 'list', text, values: [params.id] });
  return { items: rows.map(spaceOf), count: rows.length };
});
server.get<{ Params: { id: string; page: string } }>('/spaces/:id/page/:page', async ({ params }) => {
  const text = 'select * from baseline.page where space_id = $1 and id = $2';
  const { rows } = await pool.query({ name: 'page', text, values: [params.id, params.page] });
  const { id, title, slug, path, created_at: createdAt, updated_at: updatedAt, rest, document } = rows[0];
  return { id, title, createdAt, updatedAt, type: 'document', slug, path, ...rest, document };
});
server.get<{ Params: { id: string }; Querystring: { query: string } }>('/spaces/:id/search', async (request) => {
  const { rows } = await pool.query({ name: 'search', text: search, values: [request.params.id, request.query.query] });
  const items = new Map<string, Row & { sections: object[] }>();
  for (const { id, title, path, section, anchor, body } of rows) {
    const urls = { app: `http://127.0.0.1/app/${path}` };
    const item = items.get(id) ?? { id, title, path, sections: [] as object[], urls };
    const app = `${urls.app}#${anchor}`;
    item.sections.push({ id: `${id}#${anchor}`, title: section, path: `${path}#${anchor}`, body, urls: { app } });
    items.set(id, item);
  }
  return { items: [...items.values()] };
});

serveComments(server, pool);
type Edit = { Params: { id: string }; Body: { changes: { page?: string; title?: string; document: object }[] } };
const replaced = `update baseline.page set document = $3, updated_at = now() where space_id = $1 and id = $2 returning id`;
const created = `insert into baseline.page (id, space_id, title, slug, path, created_at, updated_at, rest, document)
  values ($2, $1, $4, $2, $2, now(), now(), '{}', $3) returning id`;
server.post<Edit>('/spaces/:id/content', async ({ params, body }) => {
  const [{ page, title, document } = { document: {} }] = body.changes;
  const values = [params.id, page ?? randomUUID(), JSON.stringify(document)];
  const { rows } = page
    ? await pool.query<Row>({ name: 'replace', text: replaced, values })
    : await pool.query<Row>({ name: 'create', text: created, values: [...values, title] });
  return { changes: [{ object: page ? 'updated_page' : 'created_page', page: { object: 'page', id: rows[0]!.id } }] };
});
const structure = `select s.rest, array(select p.rest from baseline.site_part p where p.site_id = s.id order by p.ordinal) as parts
  from baseline.site s where s.id = $1`;
server.get<{ Params: { id: string } }>('/sites/:id/published', async ({ params }) => {
  const { rows } = await pool.query({ name: 'site', text: structure, values: [params.id] });
  const { rest, parts } = rows[0];
  return { ...rest, structure: { type: 'sections', structure: parts } };
});
server.get<{ Params: { id: string; page: string } }>('/sites/:id/pages/:page', async ({ params }, reply) => {
  const text = 'select html from baseline.site_page where site_id = $1 and ordinal = $2';
  const { rows } = await pool.query({ name: 'site page', text, values: [params.id, params.page] });
  return reply.type('text/html; charset=utf-8').send(rows[0].html);
});

function spaceOf({ id, title, emoji, visibility, created_at: createdAt, updated_at: updatedAt, ...row }: Row): object {
  const {
    edit_mode: editMode,
    merge_rules: mergeRules,
    urls,
    organization,
    revision,
    default_level: defaultLevel,
  } = row;
  const { permissions, comments, change_requests: changeRequests, open, draft } = row;
  const times = { createdAt, updatedAt };
  const counts = { comments, changeRequests, changeRequestsOpen: open, changeRequestsDraft: draft };
  const rules = { editMode, mergeRules, urls, organization, revision, defaultLevel, permissions };
  return { object: 'space', id, title, emoji, visibility, ...times, ...rules, ...counts };
}

type Row = Record<string, unknown>;

void server.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send!(address));
