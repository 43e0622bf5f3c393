import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hidden pages are named with their spaces, because duplicated and translated spaces have pages with the same ids. Code from before
 * calls the functions of the same names, which take the ids alone.
 */
export class HiddenPagesOfSpaces1700000081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [found, partly, pages]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const scope = 'text[], text[], text[]';
    await runner.query(`drop function search_found(${scope}, tsquery[], tsquery[], tsquery[], integer, integer)`);
    await runner.query(
      `drop function search_partly(${scope}, integer[], integer[], tsquery[], tsquery[], integer, integer)`,
    );
    await runner.query(`drop function search_pages(${scope}, tsquery[])`);
  }
}

/** As in `search_candidates`: the plan must go from shard to index to page, however little the planner knows. */
const planned = `set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan`;

/** The hidden pages are hashed once, and not compared one by one with each page. */
const isSought = `(space_id = any(spaces)) is true
          and (space_id, page_id) not in (select * from unnest(hidden_spaces, hidden_pages))`;

/** Whether a page that is sought shows the document. `offset 0` has each looked up, only until there are enough. */
const isShown = (document: string): string =>
  `exists (select from search_page where document_id = ${document} and ${isSought} offset 0)`;

/** The pages that show a document, as `p`. */
const pagesOf = (document: string): string => `cross join lateral (
        select space_id, page_id, title from search_page where document_id = ${document} and ${isSought} offset 0) p`;

/** Documents with a title that matches, the shortest titles first. */
const titled = (query: string, most: string): string => `
        select id, titles
        from (select id, titles from search_document where titles @@ ${query} order by length(title), id offset 0) m
        where ${isShown('m.id')} limit ${most}`;

/**
 * Candidates that hold all that is sought: documents by the words of their titles and headings, short titles first, and
 * sections that hold at least one of the words below the title of the page. Both are bounded. `phrases` are the words as
 * they were typed, one after the other; null where there is one alone.
 */
const found = `
  create function search_found(
    spaces text[], hidden_spaces text[], hidden_pages text[],
    queries tsquery[], touching tsquery[], phrases tsquery[], most_titles integer, most_sections integer)
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
      cross join lateral (${titled('q.query', 'most_titles')}) d
      ${pagesOf('d.id')}
      limit most_titles;
    return query
      select p.space_id, p.page_id, s.document_id, s.ordinal, q.part::integer, p.title, s.title,
        ts_rank('{0.1, 0.2, 0.6, 0.1}', s.words, q.query), coalesce(s.words @@ q.phrase, false), null::real[]
      from unnest(queries, touching, phrases) with ordinality as q (query, touching, phrase, part)
      cross join lateral (
        select document_id, ordinal, title, words
        from (select document_id, ordinal, title, words from search_section where words @@ q.query offset 0) m
        where words @@ q.touching offset 0) s
      ${pagesOf('s.document_id')}
      limit most_sections;
  end $$`;

/**
 * Sections that hold some of what is sought, with how much of each term is in their text: the `pairs` are any two of the
 * terms, and of each term alone come `most_alone` sections of a shard, which are all of a rare one.
 */
const partly = `
  create function search_partly(
    spaces text[], hidden_spaces text[], hidden_pages text[],
    parts integer[], numbers integer[], terms tsquery[], pairs tsquery[], most_paired integer, most_alone integer)
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
         where ${isShown('s.document_id')} limit most_paired)
        union
        select t.part, s.document_id, s.ordinal from term t
        cross join lateral (
          select document_id, ordinal
          from (select document_id, ordinal from search_section where words @@ t.query offset 0) m
          where ${isShown('m.document_id')} limit most_alone) s)
      select p.space_id, p.page_id, h.document_id, h.ordinal, h.part, p.title, s.title, 0::real, false,
        array(select ts_rank('{1, 0, 0, 0}', s.words, t.query) from term t where t.part = h.part order by t.number)
      from hit h
      ${pagesOf('h.document_id')}
      cross join lateral (
        select title, words from search_section where document_id = h.document_id and ordinal = h.ordinal offset 0) s
      union all
      select p.space_id, p.page_id, h.id, null::integer, h.part, p.title, null::text, 0::real, false, null::real[]
      from (
        select distinct t.part, d.id from term t
        cross join lateral (${titled('t.query', 'most_alone')}) d) h
      ${pagesOf('h.id')};
  end $$`;

/** All pages that hold what is sought, however many there are, without what makes one better than another. */
const pages = `
  create function search_pages(spaces text[], hidden_spaces text[], hidden_pages text[], queries tsquery[])
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
        select space_id, page_id, document_id from search_page where document_id = d.id and ${isSought} offset 0) p;
  end $$`;
