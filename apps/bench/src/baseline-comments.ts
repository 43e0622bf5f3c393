import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

type Row = Record<string, unknown> & { rest: object };
type InSpace = { Params: { id: string } };

/** Comments `c` with their authors and reactions, as one row each. */
const comments = `select c.*, p.card, (
    select coalesce(json_agg(json_build_object('emoji', by_emoji.emoji, 'count', by_emoji.count, 'users', by_emoji.users)), '[]')
    from (select r.emoji, count(*), json_agg(json_build_object('user', u.card, 'reactedAt', r.reacted_at)) as users
      from baseline.reaction r join baseline.user_card u on u.id = r.user_id where r.comment_id = c.id group by r.emoji) by_emoji) as reactions`;

/** Serves the comments and change requests of a space: one statement for each request, as in the rest of the baseline. */
export function serveComments(server: FastifyInstance, pool: Pool): void {
  server.get<InSpace>('/spaces/:id/change-requests', async ({ params }) => {
    const text = `select r.*, p.card from baseline.change_request r join baseline.user_card p on p.id = r.created_by
      where r.space_id = $1 order by r.created_at desc, r.id desc limit 50`;
    const { rows } = await pool.query<Row>({ name: 'change requests', text, values: [params.id] });
    return { items: rows.map(changeRequestOf), count: rows.length };
  });
  server.get<InSpace>('/spaces/:id/comments', async ({ params }) => {
    const text = `${comments} from baseline.comment c join baseline.user_card p on p.id = c.posted_by
      where c.space_id = $1 order by c.posted_at desc, c.id desc limit 100`;
    const { rows } = await pool.query<Row>({ name: 'comments', text, values: [params.id] });
    return { items: rows.map(commentOf), count: rows.length };
  });
  server.post<InSpace & { Body: { body: { markdown: string } } }>('/spaces/:id/comments', async ({ params, body }) => {
    const text = `with c as (
        insert into baseline.comment (id, space_id, posted_at, posted_by, body, rest)
        select $1, $2, now(), posted_by, $3, rest from baseline.comment where space_id = $2 limit 1 returning *)
      select c.*, p.card, '[]'::json as reactions from c join baseline.user_card p on p.id = c.posted_by`;
    const values = [randomUUID(), params.id, JSON.stringify(body.body)];
    return commentOf((await pool.query<Row>({ name: 'post', text, values })).rows[0]!);
  });
  server.post<{ Params: { id: string; draft: string }; Body: { changes: { page: string; document: object }[] } }>(
    '/spaces/:id/change-requests/:draft/content',
    async ({ params, body }) => {
      const text = `with edited as (
          insert into baseline.draft_page (change_request_id, page_id, document, updated_at) values ($1, $2, $3, now())
          on conflict (change_request_id, page_id) do update set document = excluded.document, updated_at = now()
          returning change_request_id)
        select r.*, p.card from edited e join baseline.change_request r on r.id = e.change_request_id
        join baseline.user_card p on p.id = r.created_by`;
      const { page, document } = body.changes[0]!;
      const values = [params.draft, page, JSON.stringify(document)];
      return changeRequestOf((await pool.query<Row>({ name: 'edit', text, values })).rows[0]!);
    },
  );
}

const changeRequestOf = ({ id, created_at: createdAt, card: createdBy, rest }: Row) => ({
  object: 'change-request',
  id,
  createdAt,
  createdBy,
  ...rest,
});

const commentOf = ({ id, posted_at: postedAt, card: postedBy, reactions, body, rest }: Row) => ({
  object: 'comment',
  id,
  postedAt,
  postedBy,
  reactions,
  body,
  ...rest,
});
