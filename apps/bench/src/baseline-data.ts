import { Client } from 'pg';
import type { Space } from '@bindery/contracts';
import type { WrittenPage } from './documentation';

const SCHEMA = `
  drop schema if exists baseline cascade;
  create schema baseline;
  create table baseline.space (
    id text primary key, organization text not null, title text not null, emoji text not null, visibility text not null,
    edit_mode text not null, default_level text not null, revision text not null, merge_rules jsonb not null,
    urls jsonb not null, permissions jsonb not null, created_at timestamptz not null, updated_at timestamptz not null);
  create index on baseline.space (organization, created_at, id);
  create table baseline.counts (
    space_id text primary key, comments int not null, change_requests int not null, open int not null, draft int not null);
  create table baseline.page (
    id text, space_id text not null, title text not null, slug text not null, path text not null,
    created_at timestamptz not null, updated_at timestamptz not null, rest jsonb not null, document jsonb,
    primary key (space_id, id));
  create unique index on baseline.page (id);
  create table baseline.section (
    space_id text not null, page_id text not null, ordinal int not null, title text not null, anchor text not null,
    body text not null, words tsvector not null, primary key (space_id, page_id, ordinal));
  create index on baseline.section using gin (words)`;

const SPACES = `
  insert into baseline.space select r.id, r.organization, r.title, r.emoji, r.visibility, r."editMode", r."defaultLevel", r.revision,
    r."mergeRules", r.urls, r.permissions, r."createdAt", r."updatedAt"
  from jsonb_to_recordset($1) r (id text, organization text, title text, emoji text, visibility text, "editMode" text,
    "defaultLevel" text, revision text, "mergeRules" jsonb, urls jsonb, permissions jsonb, "createdAt" timestamptz, "updatedAt" timestamptz)`;

const PAGES = `
  insert into baseline.page select p ->> 'id', $1, p ->> 'title', p ->> 'slug', p ->> 'path', (p ->> 'createdAt')::timestamptz,
    (p ->> 'updatedAt')::timestamptz, p - '{id,title,slug,path,type,createdAt,updatedAt,document}'::text[], p -> 'document'
  from jsonb_array_elements($2) p`;

const SECTIONS = `
  insert into baseline.section select $1, r.page, r.ordinal, r.title, r.anchor, r.body,
    setweight(to_tsvector('english', r.title), 'A') || to_tsvector('english', r.body)
  from jsonb_to_recordset($2) r (page text, ordinal int, title text, anchor text, body text)`;

/** A document page as the platform answers it with content; the baseline keeps all other fields as they are. */
export interface AnsweredPage {
  id: string;
  slug: string;
}

interface BaselineContent {
  spaces: readonly Space[];
  /** The space whose pages are read and searched. */
  space: string;
  /** Every page of it. */
  pages: readonly AnsweredPage[];
  /** The sources of the pages. */
  written: readonly WrittenPage[];
}

/** Stores the platform's answers in the baseline's own schema, so that both answer the same. */
export async function fillBaseline(
  databaseUrl: string,
  { spaces, space, pages, written }: BaselineContent,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(SCHEMA);
    await client.query(SPACES, [JSON.stringify(spaces)]);
    await client.query('insert into baseline.counts select id, 0, 0, 0, 0 from baseline.space');
    await client.query(PAGES, [space, JSON.stringify(pages)]);
    await client.query(SECTIONS, [space, JSON.stringify(sectionsOf(pages, written))]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

function sectionsOf(pages: readonly AnsweredPage[], written: readonly WrittenPage[]): object[] {
  const ids = new Map(pages.map(({ slug, id }) => [slug, id]));
  return written.flatMap(({ slug, sections }) =>
    sections.map(({ title, body }, ordinal) => ({
      page: ids.get(slug),
      ordinal,
      title,
      anchor: title.toLowerCase().replaceAll(' ', '-'),
      body,
    })),
  );
}
