import type { Language } from '@bindery/contracts';
import type { After } from '@bindery/persistence';
import type { SpaceIndex } from './index-state';
import type { Term } from './search-terms';

/** A document under the title of its page: what is indexed once and shared by all pages that are alike in both. */
export interface DocumentKey {
  /** Empty for a page without a document. */
  hash: string;
  title: string;
}

/** A page as it is to be found. */
export interface PageToIndex {
  id: string;
  parent: string;
  title: string;
  path: string;
  /** Absent where it is not to be found; it is kept, as pages below it have their paths through it. */
  key: DocumentKey | undefined;
  /** Whether no revision holds it. */
  computed: boolean;
}

/** What is sought in which spaces. */
export interface Question {
  spaces: readonly Pick<SpaceIndex, 'space' | 'analyzer' | 'shards'>[];
  /** All of them are to be found, each in the title of the page or in one section with a word of its own; most, where few pages have all. */
  terms: readonly Term[];
  /** The words as they were typed. */
  typed: readonly string[];
  /** Pages that are not for the caller, by their ids. */
  hidden: readonly string[];
  /** The last score and id that were answered, of a page or a space. */
  after: After | undefined;
  /** Of pages, or of spaces. */
  limit: number;
}

/** A page that was found, with the best of its sections, the best first. */
export interface Hit {
  space: string;
  page: string;
  title: string;
  path: string;
  /** A whole number of at most nine digits; higher is better. */
  score: number;
  /** Where the pages of the space stand, as a whole number of at most twelve digits; the score itself where one space is searched. */
  best: number;
  /** How many items the list has, pages or pages of spaces; null when there are more than were looked at. */
  total: number | null;
  /** Which share of what is sought the page has, rare words counting more: from 0 to 1. */
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
  /** Which share of what is asked it has, rare words counting more: from 0 to 1. */
  coverage: number;
}

/** What may answer a question, the best first. */
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
  /** Those that were sought, with what may be meant by words that nothing holds. */
  terms: readonly Term[];
  /** Of spaces: whether each has further pages, which come after those of all. */
  hasMore?: boolean;
}

/**
 * What holds the sections of pages and finds them. The one there is keeps them in Postgres (`postgres/`); another, as on
 * OpenSearch or Meilisearch, takes its place in `search.feature.ts`. What is read of a revision and how far a space is
 * indexed is no matter of an engine: `SearchIndexer` tells it of each page once, may tell it again after a run was cut
 * short, and waits for the answer. Engines write within `IndexStateRepository.step`, which refuses a run that another has
 * taken over from.
 */
export abstract class SearchEngine {
  /** Names how words of a language are treated; a space is indexed anew when that changes. */
  abstract analyzerOf(language: Language | null): string;

  /** What of the space's pages will be put, before the first are: an engine may have it already, of another space. */
  abstract begin(index: SpaceIndex, documents: readonly DocumentKey[]): Promise<void>;

  /** Has pages found as they are now, those that were put before as well. */
  abstract put(index: SpaceIndex, pages: readonly PageToIndex[]): Promise<void>;

  abstract remove(index: SpaceIndex, pages: readonly string[]): Promise<void>;

  /**
   * Puts and removes a few pages and settles. What can be read before is read now; the function that is answered does the rest,
   * in the caller's transaction, for the run that holds the index by then.
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

  /** Gives pages other paths. */
  abstract move(index: SpaceIndex, pages: readonly { id: string; path: string }[]): Promise<void>;

  /** After writing: what was written is found, and as fast as the rest. */
  abstract settle(): Promise<void>;

  /** Pages that were put and not removed; with `computed`, those alone that no revision holds. */
  abstract pageIds(space: string, computed?: boolean): Promise<string[]>;

  /** Pages at any depth below some, as they were put. */
  abstract below(space: string, pages: readonly string[]): Promise<string[]>;

  /** Removes all of some spaces, within the transaction that ends them or gives them to another organization. */
  abstract forget(spaces: readonly string[]): Promise<void>;

  /** Removes some of what no page of an organization shows; answers how much, and 0 when nothing is left. */
  abstract sweep(organizationId: string): Promise<number>;

  /** Pages, the best first. */
  abstract pages(question: Question): Promise<SearchHits>;

  /**
   * The ten best pages of each space in which something is found, the space with the best page first; then the ten next
   * ones of each. An answer has pages of a space once.
   */
  abstract pagesOfSpaces(question: Question): Promise<SearchHits>;

  /** Sections with most of what is asked, the best first. */
  abstract passages(question: Question): Promise<FoundPassages>;
}
