import type { Language } from '@bindery/contracts';
import type { KeysetPosition } from '@bindery/persistence';
import type { SpaceIndex } from './index-state';
import type { Term } from './search-terms';

/** A document under the title of its page: indexed once, and shared by all pages that are alike in both. */
export interface DocumentKey {
  /** Empty for a page without a document. */
  hash: string;
  title: string;
}

/** A page to index. */
export interface PageToIndex {
  id: string;
  parent: string;
  title: string;
  path: string;
  /** Absent for a page that is not searchable; it is stored, as the paths of pages below contain it. */
  key: DocumentKey | undefined;
  /** Whether it is computed, so that no revision contains it. */
  computed: boolean;
}

/** The name of a page in all spaces: duplicated and translated spaces have pages with the same ids. */
export interface PageOfSpace {
  space: string;
  page: string;
}

/** A search: terms, and the spaces to search. */
export interface Question {
  spaces: readonly Pick<SpaceIndex, 'space' | 'analyzer' | 'shards'>[];
  /** A result has all of them, each in the page title or in one section with a word of its own; most, where few pages have all. */
  terms: readonly Term[];
  /** The words as the user typed them. */
  typed: readonly string[];
  /** Pages that the caller may not see. */
  hidden: readonly PageOfSpace[];
  /** The last score and id that were returned, of a page or a space. */
  after: KeysetPosition | undefined;
  /** The maximum of pages, or of spaces. */
  limit: number;
}

/** A found page, with its best sections, best first. */
export interface Hit {
  space: string;
  page: string;
  title: string;
  path: string;
  /** A whole number of at most nine digits; higher is better. */
  score: number;
  /** The rank of the space's pages, as a whole number of at most twelve digits; the score itself when one space is searched. */
  best: number;
  /** The number of items of the list, pages or pages of spaces; null when there are more than were examined. */
  total: number | null;
  /** The share of the terms that the page contains, weighted by rarity: from 0 to 1. */
  coverage: number;
  sections: FoundSection[];
}

/** A section that may answer a question. */
export interface Passage {
  space: string;
  page: string;
  title: string;
  path: string;
  section: FoundSection;
  /** Higher is better. */
  score: number;
  /** The share of the terms that it contains, weighted by rarity: from 0 to 1. */
  coverage: number;
}

/** Candidates for an answer to a question, best first. */
export interface FoundPassages {
  passages: Passage[];
  terms: readonly Term[];
}

export interface FoundSection {
  anchor: string | null;
  title: string;
  /** The whole text. */
  body: string;
}

export interface SearchHits {
  hits: Hit[];
  /** The searched terms, with likely corrections of words that match nothing. */
  terms: readonly Term[];
  /** For spaces: whether each has further pages, which follow after those of all. */
  hasMore?: boolean;
}

/**
 * Stores the sections of pages and finds them. The engine here is Postgres (`postgres/`); another, such as OpenSearch or
 * Meilisearch, replaces it in `search.feature.ts`. Reading revisions and tracking the state of a space's index is not
 * the engine's task: `SearchIndexer` passes each page once, may pass it again after an interrupted run, and waits for
 * the answer. Engines write within `IndexStateRepository.step`, which refuses a run that a later one has
 * replaced.
 */
export abstract class SearchEngine {
  /** Names the treatment of words of a language; a space is indexed anew when it changes. */
  abstract analyzerOf(language: Language | null): string;

  /** Announces the pages of the space before the first `put`: an engine may have their documents already, of another space. */
  abstract begin(index: SpaceIndex, documents: readonly DocumentKey[]): Promise<void>;

  /** Stores pages as they are now, and replaces those that were stored before. */
  abstract put(index: SpaceIndex, pages: readonly PageToIndex[]): Promise<void>;

  abstract remove(index: SpaceIndex, pages: readonly string[]): Promise<void>;

  /**
   * Puts and removes a few pages and settles. Reads first; the returned function does the rest, in the caller's transaction,
   * for the run that owns the index by then.
   */
  change(
    _index: Omit<SpaceIndex, 'run'>,
    put: readonly PageToIndex[],
    removed: readonly string[],
  ): Promise<(held: SpaceIndex) => Promise<void>> {
    return Promise.resolve(async (held) => {
      if (put.length > 0) await this.put(held, put);
      if (removed.length > 0) await this.remove(held, removed);
      await this.settle();
    });
  }

  /** Changes the paths of pages. */
  abstract move(index: SpaceIndex, pages: readonly { id: string; path: string }[]): Promise<void>;

  /** After writing: makes new pages as fast to find as the others. */
  abstract settle(): Promise<void>;

  /** The ids of stored pages; with `computed`, only of those that no revision contains. */
  abstract pageIds(space: string, computed?: boolean): Promise<string[]>;

  /** Pages at any depth below some, as they are stored. */
  abstract below(space: string, pages: readonly string[]): Promise<string[]>;

  /** Removes all data of some spaces, within the transaction that deletes them or moves them to another organization. */
  abstract forget(spaces: readonly string[]): Promise<void>;

  /** Removes some of the data that no page of an organization shows; returns how much, and 0 when nothing is left. */
  abstract sweep(organizationId: string): Promise<number>;

  /** Pages, best first. */
  abstract pages(question: Question): Promise<SearchHits>;

  /**
   * The ten best pages of each space with results, the space with the best page first; then the next ten
   * of each. A page of results has a space once.
   */
  abstract pagesOfSpaces(question: Question): Promise<SearchHits>;

  /** Sections with most of the terms, best first. */
  abstract passages(question: Question): Promise<FoundPassages>;
}
