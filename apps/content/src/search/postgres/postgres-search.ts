import { Injectable } from '@nestjs/common';
import type { Language } from '@bindery/contracts';
import type { SpaceIndex } from '../index-state';
import { IndexStateRepository } from '../index-state.repository';
import {
  SearchEngine,
  type DocumentKey,
  type Found,
  type Hit,
  type PageToIndex,
  type Question,
} from '../search-engine';
import type { Term } from '../search-terms';
import { IndexRepository } from './index.repository';
import { Lexicon } from './lexicon';
import { MatchRepository, type MatchRow } from './match.repository';
import { PageIndexer } from './page-indexer';
import { dictionaryOf } from './search-language';
import { shardQuery, type ShardQuery } from './shard-query';
import { Spelling } from './spelling';

type Spaces = Question['spaces'];

/** The search engine in content's own schema: GIN indexes over sections, looked through a shard at a time. */
@Injectable()
export class PostgresSearch extends SearchEngine {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly index: IndexRepository,
    private readonly indexer: PageIndexer,
    private readonly matches: MatchRepository,
    private readonly lexicon: Lexicon,
    private readonly spelling: Spelling,
  ) {
    super();
  }

  analyzerOf(language: Language | null): string {
    return dictionaryOf(language);
  }

  begin(index: SpaceIndex, documents: readonly DocumentKey[]): Promise<void> {
    return this.indexer.share(index, documents);
  }

  put(index: SpaceIndex, pages: readonly PageToIndex[]): Promise<void> {
    return this.indexer.put(index, pages);
  }

  remove(index: SpaceIndex, pages: readonly string[]): Promise<void> {
    return this.states.step(index, () => this.index.removePages(index, pages));
  }

  move(index: SpaceIndex, pages: readonly { id: string; path: string }[]): Promise<void> {
    return this.states.step(index, () => this.index.putPaths(index, pages));
  }

  settle(): Promise<void> {
    return this.index.settle();
  }

  pageIds(space: string, computed = false): Promise<string[]> {
    return this.index.pageIds(space, computed);
  }

  below(space: string, pages: readonly string[]): Promise<string[]> {
    return this.index.below(space, pages);
  }

  forget(spaces: readonly string[]): Promise<void> {
    return this.index.forget(spaces);
  }

  sweep(organizationId: string): Promise<number> {
    return this.index.sweep(organizationId);
  }

  pages(question: Question): Promise<Found> {
    const { spaces, hidden, after, limit } = question;
    return this.find(question, (queries) => this.matches.pages(spaces[0]!.space, hidden, queries, after, limit));
  }

  pagesOfSpaces(question: Question): Promise<Found> {
    const { hidden, after, limit } = question;
    const spaces = question.spaces.map(({ space }) => space);
    return this.find(question, (queries) => this.matches.pagesOfSpaces(spaces, hidden, queries, after, limit));
  }

  /** What is found, and by which terms: where there is nothing, words may be mistyped. */
  private async find(
    { terms, spaces }: Question,
    search: (queries: ShardQuery[]) => Promise<MatchRow[]>,
  ): Promise<Found> {
    const queries = await this.queries(terms, spaces);
    const rows = queries.length > 0 ? await search(queries) : [];
    if (rows.length > 0 || queries.length === 0) return { terms, hits: hitsOf(rows) };
    const shards = new Set(spaces.flatMap((space) => space.shards));
    const corrected = await this.spelling.corrected(terms, [...shards]);
    if (!corrected) return { terms, hits: [] };
    return { terms: corrected, hits: hitsOf(await search(await this.queries(corrected, spaces))) };
  }

  /** The words that are sought, as each shard of the spaces knows them. */
  private async queries(terms: readonly Term[], spaces: Spaces): Promise<ShardQuery[]> {
    if (terms.length === 0) return [];
    const words = terms.flatMap(({ words: typed, exact, meant = [] }) => (exact ? [] : [...typed, ...meant]));
    const dictionaries = new Map(spaces.flatMap(({ shards, analyzer }) => shards.map((shard) => [shard, analyzer])));
    const queries: ShardQuery[] = [];
    for (const [shard, dictionary] of dictionaries)
      queries.push(shardQuery(terms, shard, await this.lexicon.stems(dictionary, words)));
    return queries;
  }
}

/** Rows of one page as one hit. */
function hitsOf(rows: readonly MatchRow[]): Hit[] {
  const hits = new Map<string, Hit>();
  for (const { anchor, heading, body, ...page } of rows) {
    const key = `${page.space}/${page.page}`;
    let hit = hits.get(key);
    if (!hit) hits.set(key, (hit = { ...page, sections: [] }));
    if (body !== null) hit.sections.push({ anchor, title: heading ?? '', body });
  }
  return [...hits.values()];
}
