import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What search ranks: candidates with the reasons for which they are good. What is indexed stays as it is. */
export class RankedSearch1700000062100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [found, partly, pages]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['search_found', 'search_partly', 'search_pages']) await runner.query(`drop function ${name}`);
  }
}

/** As in `search_candidates`: the plan must go from shard to index to page, however little the planner knows. */
const planned = `set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan`;

/**
 * Candidates that hold all that is sought: documents by the words of their titles and headings, short titles first, and
 * sections that hold at least one of the words below the title of the page. Both are bounded. \`phrases\` are the words as
 * they were typed, one after the other; null where there is one alone.
 */
const found = `
  create function search_found(
    spaces text[], hidden text[], queries tsquery[], touching tsquery[], phrases tsquery[], most_titles integer, most_sections integer)
  returns table (
    space_id text, page_id text, document_id bigint, ordinal integer, part integer, title text, heading text, near real, is_phrase boolean,
    ranks real[])
  language plpgsql stable
  ${planned}
  as $$
  #variable_conflict use_column
  begin
    return query
      select p.space_id, p.page_id, d.id, null::integer, q.part::integer, p.title, null::text, ts_rank(d.titles, q.query), false, null::real[]
      from unnest(queries) with ordinality as q (query, part)
      cross join lateral (
        select id, titles from search_document where titles @@ q.query order by length(title), id limit most_titles) d
      cross join lateral (
        select space_id, page_id, title from search_page
        where document_id = d.id and (space_id = any(spaces)) is true and not page_id = any(hidden) offset 0) p
      limit most_titles;
    return query
      select p.space_id, p.page_id, s.document_id, s.ordinal, q.part::integer, p.title, s.title,
        ts_rank('{0.1, 0.2, 0.6, 0.1}', s.words, q.query), coalesce(s.words @@ q.phrase, false), null::real[]
      from unnest(queries, touching, phrases) with ordinality as q (query, touching, phrase, part)
      cross join lateral (
        select document_id, ordinal, title, words
        from (select document_id, ordinal, title, words from search_section where words @@ q.query offset 0) m
        where words @@ q.touching offset 0) s
      cross join lateral (
        select space_id, page_id, title from search_page
        where document_id = s.document_id and (space_id = any(spaces)) is true and not page_id = any(hidden) offset 0) p
      limit most_sections;
  end $$`;

/**
 * Sections that hold some of what is sought, with how much of each term is in their text: the \`pairs\` are any two of the
 * terms, and of each term alone come \`most_alone\` sections of a shard, which are all of a rare one.
 */
const partly = `
  create function search_partly(
    spaces text[], hidden text[], parts integer[], numbers integer[], terms tsquery[], pairs tsquery[], most_paired integer, most_alone integer)
  returns table (
    space_id text, page_id text, document_id bigint, ordinal integer, part integer, title text, heading text, near real, is_phrase boolean,
    ranks real[])
  language plpgsql stable
  ${planned}
  as $$
  #variable_conflict use_column
  begin
    return query
      with term as materialized (select * from unnest(parts, numbers, terms) as t (part, number, query)),
      hit as materialized (
        (select q.part::integer as part, s.document_id, s.ordinal from unnest(pairs) with ordinality as q (query, part)
         cross join lateral (select document_id, ordinal from search_section where words @@ q.query offset 0) s
         limit most_paired)
        union
        select t.part, s.document_id, s.ordinal from term t
        cross join lateral (
          select document_id, ordinal from search_section where words @@ t.query offset 0 limit most_alone) s)
      select p.space_id, p.page_id, h.document_id, h.ordinal, h.part, p.title, s.title, 0::real, false,
        array(select ts_rank('{1, 0, 0, 0}', s.words, t.query) from term t where t.part = h.part order by t.number)
      from hit h
      cross join lateral (
        select space_id, page_id, title from search_page
        where document_id = h.document_id and (space_id = any(spaces)) is true and not page_id = any(hidden) offset 0) p
      cross join lateral (
        select title, words from search_section where document_id = h.document_id and ordinal = h.ordinal offset 0) s
      union all
      select p.space_id, p.page_id, h.id, null::integer, h.part, p.title, null::text, 0::real, false, null::real[]
      from (
        select distinct t.part, d.id from term t
        cross join lateral (
          select id from search_document where titles @@ t.query order by length(title), id limit most_alone) d) h
      cross join lateral (
        select space_id, page_id, title from search_page
        where document_id = h.id and (space_id = any(spaces)) is true and not page_id = any(hidden) offset 0) p;
  end $$`;

/** All pages that hold what is sought, however many there are, without what makes one better than another. */
const pages = `
  create function search_pages(spaces text[], hidden text[], queries tsquery[])
  returns table (space_id text, page_id text, document_id bigint, part integer)
  language plpgsql stable
  ${planned}
  as $$
  #variable_conflict use_column
  begin
    return query
      select p.space_id, p.page_id, p.document_id, d.part
      from (
        select distinct q.part::integer as part, m.id from unnest(queries) with ordinality as q (query, part)
        cross join lateral (
          select id from search_document where titles @@ q.query
          union all
          select document_id from search_section where words @@ q.query) m) d
      cross join lateral (
        select space_id, page_id, document_id from search_page
        where document_id = d.id and (space_id = any(spaces)) is true and not page_id = any(hidden) offset 0) p;
  end $$`;
