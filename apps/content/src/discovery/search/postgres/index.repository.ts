import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@bindery/persistence';
import type { SpaceIndex } from '../index-state';
import { IndexStateRepository } from '../index-state.repository';
import type { DocumentKey, PageToIndex } from '../search-engine';
import { keyText, type NewDocument } from './indexed-document';
import { wordsOfVector } from './search-vector';
import { isSpelled } from './spelling';

/** Sections in a shard: few enough to scan for a common word, enough that a space has few shards. */
const shardSize = 5_000;
const sweptAtOnce = 1_000;

/** A page and the document that it shows; null where the page is not searchable. */
export interface IndexedPage extends Omit<PageToIndex, 'key'> {
  document: string | null;
}

/** Adds the numbers from a select of `shard` and `sections` to the sizes of shards. */
const resize = (changes: string): string => `
  update search_shard h set sections = h.sections + n.sections
  from (select shard, sum(sections)::integer as sections from (${changes}) c group by shard) n where h.id = n.shard`;

/** The shard of the space's own with room: of the space $1, among its shards $2. */
const openShardOf = `
  select id from search_shard where space_id = $1 and id = any($2) and sections < ${shardSize} order by id limit 1`;

/** The search index: documents in shards, their sections and words, and the pages of spaces that show them. */
@Injectable()
export class IndexRepository {
  /** Words that are stored already, with their shards: most words of an edited document were in the version before. */
  private readonly writtenWords = new LRUCache<string, true>({ max: 200_000 });

  constructor(
    private readonly db: Database,
    private readonly states: IndexStateRepository,
  ) {}

  /**
   * The ids of the documents that are in the space's shards already, by `keyText`, except outdated ones, and the shard with
   * room for others, if any.
   * Postgres estimates any list as long and would read a whole shard: `offset 0` makes it look up each document.
   */
  async documents(
    index: SpaceIndex,
    keys: readonly DocumentKey[],
  ): Promise<{ ids: Map<string, string>; openShard: number | null }> {
    if (keys.length === 0) return { ids: new Map(), openShard: null };
    const [found] = await this.db.query<{ documents: (DocumentKey & { id: string })[]; openShard: number | null }>(
      `select (${openShardOf}) as "openShard", coalesce((
         select json_agg(json_build_object('id', d.id::text, 'hash', n.hash, 'title', n.title))
         from unnest($4::text[], $5::text[]) as n (hash, title) cross join lateral (
           select id from search_document where organization_id = $3 and coalesce(hash, '') = n.hash and title = n.title
             and shard = any($2) and not outdated offset 0) d), '[]') as documents`,
      [index.space, index.shards, index.organizationId, keys.map(({ hash }) => hash), keys.map(({ title }) => title)],
    );
    return { ids: new Map(found!.documents.map((row) => [keyText(row), row.id])), openShard: found!.openShard };
  }

  /**
   * Shards of other spaces that share at least a quarter of their documents with this space, as after duplicating a
   * space. With less, searching them would cost more than own copies of the documents.
   */
  async sharedShards(index: SpaceIndex, keys: readonly DocumentKey[]): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `select h.id from unnest($2::text[], $3::text[]) as n (hash, title)
       join search_document d on d.organization_id = $1 and coalesce(d.hash, '') = n.hash and d.title = n.title
         and not d.outdated
       join search_shard h on h.id = d.shard
       where h.dictionary = $4 group by h.id having sum(d.sections) * 4 >= h.sections order by h.id`,
      [index.organizationId, keys.map(({ hash }) => hash), keys.map(({ title }) => title), index.analyzer],
    );
    return rows.map(({ id }) => id);
  }

  /** A shard of the space's own with room; a new one where there is none. */
  async openShard(index: SpaceIndex): Promise<number> {
    const [open] = await this.db.query<{ id: number }>(openShardOf, [index.space, index.shards]);
    if (open) return open.id;
    return this.states.step(index, async () => {
      const [made] = await this.db.query<{ id: number }>(
        `insert into search_shard (organization_id, space_id, dictionary) values ($1, $2, $3) returning id`,
        [index.organizationId, index.space, index.analyzer],
      );
      await this.states.adopt(index, [...index.shards, made!.id]);
      return made!.id;
    });
  }

  /** Stores documents with their sections; returns their ids by `keyText`. */
  async insertDocuments(index: SpaceIndex, documents: readonly NewDocument[]): Promise<Map<string, string>> {
    const sections = documents.flatMap(({ hash, title: document, sections: all }) =>
      all.map((section, ordinal) => ({ ...section, hash, document, ordinal })),
    );
    const rows = await this.db.query<DocumentKey & { id: string }>(
      `with d as (
         insert into search_document (shard, organization_id, hash, title, titles, sections)
         select shard, $1, nullif(hash, ''), title, titles::tsvector, sections
         from json_to_recordset($2) as n (shard integer, hash text, title text, titles text, sections integer)
         returning id, shard, coalesce(hash, '') as hash, title, sections),
       s as (
         insert into search_section (document_id, ordinal, anchor, title, body, words)
         select d.id, n.ordinal, n.anchor, n.title, n.body, n.words::tsvector
         from json_to_recordset($3)
           as n (hash text, document text, ordinal integer, anchor text, title text, body text, words text)
         join d on d.hash = n.hash and d.title = n.document),
       sized as (${resize('select shard, sections from d')})
       select id, hash, title from d`,
      [
        index.organizationId,
        JSON.stringify(documents.map((document) => ({ ...document, sections: document.sections.length }))),
        JSON.stringify(sections),
      ],
    );
    await this.insertWords(documents);
    return new Map(rows.map((row) => [keyText(row), row.id]));
  }

  /** Stores the words of documents for spelling correction. Words of removed documents stay: they match nothing. */
  private async insertWords(documents: readonly NewDocument[]): Promise<void> {
    const words = new Map<string, { shard: number; word: string }>();
    for (const { shard, titles, sections } of documents)
      for (const vector of [titles, ...sections.map((section) => section.words)])
        for (const word of wordsOfVector(vector)) if (isSpelled(word)) words.set(`${shard} ${word}`, { shard, word });
    for (const key of words.keys()) if (this.writtenWords.has(key)) words.delete(key);
    if (words.size === 0) return;
    const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await this.db.run(
      `insert into search_word (shard, word, keys)
       select shard, word, search_word_keys(word) from unnest($1::integer[], $2::text[]) as n (shard, word) on conflict do nothing`,
      [sorted.map(({ shard }) => shard), sorted.map(({ word }) => word)],
    );
    const written = [...words.keys()];
    this.db.afterCommit(() => written.forEach((key) => this.writtenWords.set(key, true)));
  }

  /**
   * Stores pages with their documents and removes others, then deletes documents that no page of any space shows. With
   * `settle`, also merges the pending entries of earlier statements.
   */
  async putPages(
    index: SpaceIndex,
    pages: readonly IndexedPage[],
    { removed = [], settle = false }: { removed?: readonly string[]; settle?: boolean } = {},
  ): Promise<void> {
    await this.db.query(
      `with shown as materialized (
         select distinct document_id as id from search_page
         where space_id = $1 and page_id = any($2::text[] || $8::text[]) and document_id is not null),
       put as (
         insert into search_page (space_id, page_id, parent, title, path, document_id, computed)
         select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
         on conflict (space_id, page_id) do update
           set parent = excluded.parent, title = excluded.title, path = excluded.path, document_id = excluded.document_id,
             computed = excluded.computed),
       removed as (delete from search_page where space_id = $1 and page_id = any($8::text[])),
       gone as (
         delete from search_document where id = any(array(
           select s.id from shown s where s.id <> all(array_remove($6::bigint[], null)) and not exists (
             select from search_page p where p.document_id = s.id
               and not (p.space_id = $1 and p.page_id = any($2::text[] || $8::text[])) offset 0)))
         returning shard, -sections as sections),
       sized as (${resize('select shard, sections from gone')})
       select case when $9 then search_settle() end`,
      [
        index.space,
        pages.map(({ id }) => id),
        pages.map(({ parent }) => parent),
        pages.map(({ title }) => title),
        pages.map(({ path }) => path),
        pages.map(({ document }) => document),
        pages.map(({ computed }) => computed),
        removed,
        settle,
      ],
    );
  }

  async pageIds(space: string, computed: boolean): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select page_id as id from search_page where space_id = $1 and (computed or not $2)`,
      [space, computed],
    );
    return rows.map(({ id }) => id);
  }

  async below(space: string, pages: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `with recursive below as (
         select page_id from search_page where space_id = $1 and parent = any($2)
         union
         select p.page_id from below b join search_page p on p.space_id = $1 and p.parent = b.page_id
       ) select page_id as id from below`,
      [space, pages],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Removes documents that no page shows any more. A space that is being indexed stores documents before the pages that
   * show them, so its shards are left alone.
   */
  async sweep(organization: string): Promise<number> {
    const gone = await this.db.run(
      `with gone as (
         delete from search_document where id in (
           select d.id from search_document d where d.organization_id = $1
             and not exists (select from search_page p where p.document_id = d.id)
             and not exists (select from search_space x where x.target is not null and d.shard = any(x.shards)) limit $2)
         returning shard, sections)
       update search_shard h set sections = h.sections - n.sections
       from (select shard, sum(sections)::integer as sections from gone group by shard) n where h.id = n.shard`,
      [organization, sweptAtOnce],
    );
    if (gone > 0) return gone;
    await this.db.run(
      `delete from search_shard h where h.organization_id = $1
         and not exists (select from search_document d where d.shard = h.id)
         and not exists (select from search_space x where x.space_id = h.space_id or h.id = any(x.shards))`,
      [organization],
    );
    return 0;
  }

  /** Removes the pages of some spaces; the next sweep removes documents that no page shows then. */
  async forget(spaces: readonly string[]): Promise<void> {
    await this.db.run(`delete from search_page where space_id = any($1)`, [spaces]);
  }

  async putPaths(index: SpaceIndex, pages: readonly { id: string; path: string }[]): Promise<void> {
    await this.db.run(
      `update search_page p set path = n.path from unnest($2::text[], $3::text[]) as n (id, path)
       where p.space_id = $1 and p.page_id = n.id and p.path <> n.path`,
      [index.space, pages.map(({ id }) => id), pages.map(({ path }) => path)],
    );
  }

  /** Call this after writing, otherwise searches scan the pending entries one by one. */
  async settle(): Promise<void> {
    await this.db.query(`select search_settle()`);
  }
}
