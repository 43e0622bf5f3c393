import { Injectable } from '@nestjs/common';
import type { Language } from '@bindery/contracts';
import type { SpaceIndex } from '../index-state';
import { IndexStateRepository } from '../index-state.repository';
import {
  SearchEngine,
  type DocumentKey,
  type SearchHits,
  type FoundPassages as Passages,
  type PageToIndex,
  type Question,
} from '../search-engine';
import { FoundPassages } from './found-passages';
import { FoundPages } from './found-pages';
import { IndexRepository } from './index.repository';
import { PageIndexer } from './page-indexer';
import { dictionaryOf } from './search-language';

/** The search engine in content's own schema: GIN indexes over sections, searched one shard at a time. */
@Injectable()
export class PostgresSearch extends SearchEngine {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly index: IndexRepository,
    private readonly indexer: PageIndexer,
    private readonly found: FoundPages,
    private readonly answers: FoundPassages,
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

  override change(
    index: Omit<SpaceIndex, 'run'>,
    put: readonly PageToIndex[],
    removed: readonly string[],
  ): Promise<(held: SpaceIndex) => Promise<void>> {
    return this.indexer.change(index, put, removed);
  }

  remove(index: SpaceIndex, pages: readonly string[]): Promise<void> {
    return this.states.step(index, () => this.index.putPages(index, [], { removed: pages }));
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

  pages(question: Question): Promise<SearchHits> {
    return this.found.pages(question);
  }

  pagesOfSpaces(question: Question): Promise<SearchHits> {
    return this.found.pagesOfSpaces(question);
  }

  passages(question: Question): Promise<Passages> {
    return this.answers.passages(question);
  }
}
