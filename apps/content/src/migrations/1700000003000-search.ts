import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What search reads: sections of documents, kept once for an organization, and the pages of each space that show them. */
export class Search1700000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_shard (
        id integer generated always as identity primary key,
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        space_id text collate "C" not null check (length(space_id) <= 64),
        dictionary text not null check (length(dictionary) <= 64),
        sections integer not null default 0
      )`);
    await runner.query(`create index search_shard_space on search_shard (space_id)`);
    await runner.query(`
      create table search_space (
        space_id text collate "C" primary key references space (id) on delete cascade,
        dictionary text not null check (length(dictionary) <= 64),
        shards integer[] not null default '{}',
        pages text not null check (length(pages) <= 64),
        target text check (length(target) <= 64),
        run text not null check (length(run) <= 100),
        version integer not null default 1
      )`);
    await runner.query(`
      create table search_document (
        id bigint generated always as identity primary key,
        shard integer not null references search_shard (id) on delete cascade,
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        hash text collate "C" check (length(hash) <= 64),
        title text collate "C" not null check (length(title) <= 250),
        titles tsvector not null,
        sections integer not null,
        foreign key (organization_id, hash) references document (organization_id, hash) on delete cascade,
        unique nulls not distinct (shard, hash, title)
      )`);
    await runner.query(
      `create index search_document_content on search_document (organization_id, coalesce(hash, ''), title)`,
    );
    await runner.query(
      `create index search_document_titles on search_document using gin (titles) with (gin_pending_list_limit = 256)`,
    );
    await runner.query(`
      create table search_section (
        document_id bigint not null references search_document (id) on delete cascade,
        ordinal integer not null,
        anchor text check (length(anchor) <= 500),
        title text not null check (length(title) <= 500),
        body text not null check (length(body) <= 20000),
        words tsvector not null,
        primary key (document_id, ordinal)
      ) with (toast_tuple_target = 8000)`);
    await runner.query(
      `create index search_section_words on search_section using gin (words) with (gin_pending_list_limit = 256)`,
    );
    await runner.query(`
      create table search_page (
        space_id text collate "C" not null references search_space (space_id) on delete cascade,
        page_id text collate "C" not null check (length(page_id) <= 64),
        parent text collate "C" not null check (length(parent) <= 64),
        title text not null check (length(title) <= 65536),
        path text not null,
        document_id bigint references search_document (id),
        primary key (space_id, page_id)
      )`);
    await runner.query(`create index search_page_parent on search_page (space_id, parent)`);
    await runner.query(`create index search_page_document on search_page (document_id, space_id)`);
    await runner.query(candidates);
    await runner.query(settle);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['search_candidates', 'search_settle']) await runner.query(`drop function ${name}`);
    for (const table of ['search_page', 'search_section', 'search_document', 'search_space', 'search_shard'])
      await runner.query(`drop table ${table}`);
  }
}

/**
 * Candidates for the best hits in some spaces: pages whose titles match, and sections that match and hold at least one
 * of the words below the page's title. Both are bounded, so that a word of every page costs little more than a rare
 * one; what a shard holds is looked at only while there are too few. `queries` are what is sought as each shard knows
 * it (`part` tells which), `touching` any word of it in a heading or text.
 *
 * The plan must go from shard to index to page, however little the planner knows of tables and parameters: hence a
 * function, which can have settings of its own, `offset 0`, which keeps the order of the joins, and `is true`, which
 * keeps a long list of spaces out of the look-up of a document's pages.
 */
const candidates = `
  create function search_candidates(spaces text[], queries tsquery[], touching tsquery[], most_titles integer, most_sections integer)
  returns table (space_id text, page_id text, document_id bigint, ordinal integer, part bigint, rank real)
  language plpgsql stable
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
  as $$
  #variable_conflict use_column
  begin
    return query
      select p.space_id, p.page_id, d.id, null::integer, q.part, (2 * ts_rank(d.titles, q.query))::real
      from unnest(queries) with ordinality as q (query, part)
      cross join lateral (select id, titles from search_document where titles @@ q.query offset 0) d
      cross join lateral (
        select space_id, page_id from search_page
        where document_id = d.id and (space_id = any(spaces)) is true offset 0) p
      limit most_titles;
    return query
      select p.space_id, p.page_id, s.document_id, s.ordinal, q.part, ts_rank('{0.1, 0.2, 0.6, 0.1}', s.words, q.query)
      from unnest(queries, touching) with ordinality as q (query, touching, part)
      cross join lateral (
        select document_id, ordinal, words from (select document_id, ordinal, words from search_section where words @@ q.query offset 0) m
        where words @@ q.touching offset 0) s
      cross join lateral (
        select space_id, page_id from search_page
        where document_id = s.document_id and (space_id = any(spaces)) is true offset 0) p
      limit most_sections;
  end $$`;

/**
 * Sorts new entries into the indexes, which collect them in a list first: that makes indexing four times as fast, but
 * every search reads the list. Only an index's owner may do so, hence the owner's rights.
 */
const settle = `
  create function search_settle() returns void
  language sql security definer set search_path from current
  begin atomic
    select gin_clean_pending_list('search_document_titles'::regclass), gin_clean_pending_list('search_section_words'::regclass);
  end`;
