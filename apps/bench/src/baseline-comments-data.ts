import { Client } from 'pg';
import type { ChangeRequest, Comment } from '@bindery/contracts';

const SCHEMA = `
  create table baseline.user_card (id text primary key, card jsonb not null);
  create table baseline.change_request (
    id text primary key, space_id text not null, created_at timestamptz not null, created_by text not null, rest jsonb not null);
  create index on baseline.change_request (space_id, created_at, id);
  create table baseline.draft_page (
    change_request_id text, page_id text, document jsonb not null, updated_at timestamptz not null,
    primary key (change_request_id, page_id));
  create table baseline.comment (
    id text primary key, space_id text not null, posted_at timestamptz not null, posted_by text not null, body jsonb not null,
    rest jsonb not null);
  create index on baseline.comment (space_id, posted_at, id);
  create table baseline.reaction (
    comment_id text, emoji text, user_id text, reacted_at timestamptz not null, primary key (comment_id, emoji, user_id))`;

const EMPTY = 'drop schema if exists baseline cascade; create schema baseline';

const USERS = `insert into baseline.user_card select distinct on (p ->> 'id') p ->> 'id', p from jsonb_array_elements($1) p`;

const CHANGE_REQUESTS = `
  insert into baseline.change_request select r ->> 'id', $1, (r ->> 'createdAt')::timestamptz, r #>> '{createdBy,id}',
    r - '{object,id,createdAt,createdBy}'::text[] from jsonb_array_elements($2) r`;

const COMMENTS = `
  insert into baseline.comment select c ->> 'id', $1, (c ->> 'postedAt')::timestamptz, c #>> '{postedBy,id}', c -> 'body',
    c - '{object,id,postedAt,postedBy,body,reactions}'::text[] from jsonb_array_elements($2) c`;

const REACTIONS = `
  insert into baseline.reaction select c ->> 'id', r ->> 'emoji', u #>> '{user,id}', (u ->> 'reactedAt')::timestamptz
  from jsonb_array_elements($1) c, jsonb_array_elements(c -> 'reactions') r, jsonb_array_elements(r -> 'users') u`;

/** The platform's answers about a space, which are stored in the baseline so that both return the same. */
interface BaselineComments {
  space: string;
  changeRequests: readonly ChangeRequest[];
  comments: readonly Comment[];
}

/** Fills the baseline's own schema, `beside` what it holds already. */
export async function fillBaselineComments(
  databaseUrl: string,
  { space, changeRequests, comments }: BaselineComments,
  { beside = false }: { beside?: boolean } = {},
): Promise<void> {
  const users = [...changeRequests.map(({ createdBy }) => createdBy), ...comments.map(({ postedBy }) => postedBy)];
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (!beside) await client.query(EMPTY);
    await client.query(SCHEMA);
    await client.query(USERS, [JSON.stringify(users)]);
    await client.query(CHANGE_REQUESTS, [space, JSON.stringify(changeRequests)]);
    await client.query(COMMENTS, [space, JSON.stringify(comments)]);
    await client.query(REACTIONS, [JSON.stringify(comments)]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
