import { Injectable } from '@nestjs/common';
import { JobLostError } from '@bindery/jobs';
import { Database } from '@bindery/persistence';
import { EMPTY_ROOT } from '../store/chunk';
import {
  type DocumentKey,
  type IndexedPage,
  type IndexSource,
  type IndexState,
  keyText,
  type NewDocument,
} from './search-index';
import { wordsOfVector } from './search-vector';
import { isSpelled } from './spelling';

/** Sections in a shard: few enough to look through for a common word, enough that a space has few shards. */
const shardSize = 5_000;

/** What the indexer reads and writes. Every write makes sure that no later run has taken over. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly db: Database) {}

  async source(space: string): Promise<IndexSource | undefined> {
    const [source] = await this.db.query<IndexSource>(
      `select s.organization_id as "organizationId", s.language, r.pages
       from space s join branch b on b.space_id = s.id and b.id = 'main' join revision r on r.id = b.head where s.id = $1`,
      [space],
    );
    return source;
  }

  /** Takes the space's index over for a run: earlier runs find that they have lost it. Undefined when the space is gone. */
  async take(space: string, organizationId: string, dictionary: string, run: string): Promise<IndexState | undefined> {
    const [state] = await this.db.query<Omit<IndexState, 'organizationId' | 'run'>>(
      `insert into search_space (space_id, dictionary, pages, run)
       select id, $2, $3, $4 from space where id = $1
       on conflict (space_id) do update set run = excluded.run
       returning space_id as space, dictionary, shards, pages, target, specifications, computed`,
      [space, dictionary, EMPTY_ROOT, run],
    );
    return state && { ...state, organizationId, run };
  }

  /** Forgets what is indexed, so that the next advance indexes everything; pages of the revision stay until they are replaced. */
  reset(state: IndexState, dictionary: string): Promise<void> {
    return this.write(
      state,
      `dictionary = $3, pages = $4, target = null, shards = '{}', computed = ''`,
      dictionary,
      EMPTY_ROOT,
    );
  }

  aim(state: IndexState, target: string): Promise<void> {
    return this.write(state, `target = $3`, target);
  }

  arrive(state: IndexState, pages: string): Promise<void> {
    return this.write(state, `pages = $3, target = null`, pages);
  }

  adopt(state: IndexState, shards: number[]): Promise<void> {
    return this.write(state, `shards = $3`, shards);
  }

  private async write({ space, run }: IndexState, set: string, ...values: unknown[]): Promise<void> {
    const held = await this.db.run(
      `update search_space set ${set}, version = version + 1 where space_id = $1 and run = $2`,
      [space, run, ...values],
    );
    if (!held) throw new JobLostError();
  }

  /**
   * Runs a step in one transaction, which holds off a run that takes over meanwhile. The version counts steps, so that
   * what was found before one is not answered after it.
   */
  step<T>(state: IndexState, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      await this.write(state, 'run = run');
      return work();
    });
  }

  /** The ids of those documents that are in the space's shards already, by `keyText`. */
  async documents(state: IndexState, keys: readonly DocumentKey[]): Promise<Map<string, string>> {
    const rows = await this.db.query<DocumentKey & { id: string }>(
      `select d.id, coalesce(d.hash, '') as hash, d.title from unnest($2::text[], $3::text[]) as n (hash, title)
       join search_document d on d.organization_id = $1 and coalesce(d.hash, '') = n.hash and d.title = n.title
       where d.shard = any($4)`,
      [state.organizationId, keys.map(({ hash }) => hash), keys.map(({ title }) => title), state.shards],
    );
    return new Map(rows.map((row) => [keyText(row), row.id]));
  }

  /**
   * Shards of other spaces of which at least a quarter is documents that this space has as well, as after duplicating
   * a space. Less than that, and looking through them would cost more than documents of one's own.
   */
  async sharedShards(state: IndexState, keys: readonly DocumentKey[]): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `select h.id from unnest($2::text[], $3::text[]) as n (hash, title)
       join search_document d on d.organization_id = $1 and coalesce(d.hash, '') = n.hash and d.title = n.title
       join search_shard h on h.id = d.shard
       where h.dictionary = $4 group by h.id having sum(d.sections) * 4 >= h.sections order by h.id`,
      [state.organizationId, keys.map(({ hash }) => hash), keys.map(({ title }) => title), state.dictionary],
    );
    return rows.map(({ id }) => id);
  }

  /** A shard of the space's own that has room; a new one where there is none. */
  async openShard(state: IndexState): Promise<number> {
    const [open] = await this.db.query<{ id: number }>(
      `select id from search_shard where space_id = $1 and id = any($2) and sections < $3 order by id limit 1`,
      [state.space, state.shards, shardSize],
    );
    if (open) return open.id;
    return this.step(state, async () => {
      const [made] = await this.db.query<{ id: number }>(
        `insert into search_shard (organization_id, space_id, dictionary) values ($1, $2, $3) returning id`,
        [state.organizationId, state.space, state.dictionary],
      );
      state.shards = [...state.shards, made!.id];
      await this.adopt(state, state.shards);
      return made!.id;
    });
  }

  /** Stores documents with their sections; answers their ids by `keyText`. */
  async insertDocuments(state: IndexState, documents: readonly NewDocument[]): Promise<Map<string, string>> {
    const rows = await this.db.query<DocumentKey & { id: string }>(
      `insert into search_document (shard, organization_id, hash, title, titles, sections)
       select shard, $1, nullif(hash, ''), title, titles::tsvector, sections
       from json_to_recordset($2) as n (shard integer, hash text, title text, titles text, sections integer)
       returning id, coalesce(hash, '') as hash, title`,
      [
        state.organizationId,
        JSON.stringify(documents.map((document) => ({ ...document, sections: document.sections.length }))),
      ],
    );
    const ids = new Map(rows.map((row) => [keyText(row), row.id]));
    const sections = documents.flatMap((document) =>
      document.sections.map((section, ordinal) => ({ ...section, ordinal, document: ids.get(keyText(document))! })),
    );
    await this.db.run(
      `insert into search_section (document_id, ordinal, anchor, title, body, words)
       select document, ordinal, anchor, title, body, words::tsvector
       from json_to_recordset($1) as n (document bigint, ordinal integer, anchor text, title text, body text, words text)`,
      [JSON.stringify(sections)],
    );
    await this.resize(documents.map(({ shard, sections: { length } }) => ({ shard, sections: length })));
    await this.insertWords(documents);
    return ids;
  }

  /** Keeps the words of documents for those who mistype them. Those of documents that go stay: they lead to nothing. */
  private async insertWords(documents: readonly NewDocument[]): Promise<void> {
    const words = new Map<string, { shard: number; word: string }>();
    for (const { shard, titles, sections } of documents)
      for (const vector of [titles, ...sections.map((section) => section.words)])
        for (const word of wordsOfVector(vector)) if (isSpelled(word)) words.set(`${shard} ${word}`, { shard, word });
    const sorted = [...words].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    await this.db.run(
      `insert into search_word (shard, word, keys)
       select shard, word, search_word_keys(word) from unnest($1::integer[], $2::text[]) as n (shard, word) on conflict do nothing`,
      [sorted.map(({ shard }) => shard), sorted.map(({ word }) => word)],
    );
  }

  /** Has pages show their documents, and drops documents that no page of any space shows any more. */
  async putPages(state: IndexState, pages: readonly IndexedPage[]): Promise<void> {
    const replaced = await this.documentsOf(
      state,
      pages.map(({ id }) => id),
    );
    await this.db.run(
      `insert into search_page (space_id, page_id, parent, title, path, document_id, computed)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
       on conflict (space_id, page_id) do update
         set parent = excluded.parent, title = excluded.title, path = excluded.path, document_id = excluded.document_id,
           computed = excluded.computed`,
      [
        state.space,
        pages.map(({ id }) => id),
        pages.map(({ parent }) => parent),
        pages.map(({ title }) => title),
        pages.map(({ path }) => path),
        pages.map(({ document }) => document),
        pages.map(({ computed }) => computed),
      ],
    );
    await this.prune(replaced);
  }

  async removePages(state: IndexState, ids: readonly string[]): Promise<void> {
    const replaced = await this.documentsOf(state, ids);
    await this.db.run(`delete from search_page where space_id = $1 and page_id = any($2)`, [state.space, ids]);
    await this.prune(replaced);
  }

  private async documentsOf(state: IndexState, pages: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select distinct document_id as id from search_page where space_id = $1 and page_id = any($2) and document_id is not null`,
      [state.space, pages],
    );
    return rows.map(({ id }) => id);
  }

  private async prune(documents: readonly string[]): Promise<void> {
    if (documents.length === 0) return;
    const gone = await this.db.query<{ shard: number; sections: number }>(
      `delete from search_document d where d.id = any($1) and not exists (select from search_page p where p.document_id = d.id)
       returning d.shard, d.sections`,
      [documents],
    );
    await this.resize(gone.map(({ shard, sections }) => ({ shard, sections: -sections })));
  }

  private async resize(changes: readonly { shard: number; sections: number }[]): Promise<void> {
    if (changes.length === 0) return;
    await this.db.run(
      `update search_shard h set sections = h.sections + n.sections
       from (select shard, sum(sections)::integer as sections from unnest($1::integer[], $2::integer[]) as n (shard, sections) group by shard) n
       where h.id = n.shard`,
      [changes.map(({ shard }) => shard), changes.map(({ sections }) => sections)],
    );
  }

  /** All indexed pages of the space. */
  async pageIds(state: IndexState): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(`select page_id as id from search_page where space_id = $1`, [
      state.space,
    ]);
    return rows.map(({ id }) => id);
  }

  /** The pages at any depth below some pages, as indexed. */
  async below(state: IndexState, pages: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `with recursive below as (
         select page_id from search_page where space_id = $1 and parent = any($2)
         union
         select p.page_id from below b join search_page p on p.space_id = $1 and p.parent = b.page_id
       ) select page_id as id from below`,
      [state.space, pages],
    );
    return rows.map(({ id }) => id);
  }

  async putPaths(state: IndexState, pages: readonly { id: string; path: string }[]): Promise<void> {
    await this.db.run(
      `update search_page p set path = n.path from unnest($2::text[], $3::text[]) as n (id, path)
       where p.space_id = $1 and p.page_id = n.id and p.path <> n.path`,
      [state.space, pages.map(({ id }) => id), pages.map(({ path }) => path)],
    );
  }

  /** To be called after writing, or searches go through what was written entry by entry. */
  async settle(): Promise<void> {
    await this.db.query(`select search_settle()`);
  }

  /** Seconds since the oldest head of a main branch was made that is not indexed; 0 when all are. */
  async lag(): Promise<number> {
    const [row] = await this.db.query<{ lag: number }>(
      `select coalesce(extract(epoch from now() - min(r.created_at)), 0)::float as lag
       from branch b join revision r on r.id = b.head left join search_space x on x.space_id = b.space_id
       where b.id = 'main' and r.pages <> coalesce(x.pages, $1)`,
      [EMPTY_ROOT],
    );
    return row!.lag;
  }
}
