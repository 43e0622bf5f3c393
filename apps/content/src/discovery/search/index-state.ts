import type { Language } from '@bindery/contracts';

/** The data of a space that a search engine gets. */
export interface SpaceIndex {
  space: string;
  organizationId: string;
  /** The treatment of the space's words. */
  analyzer: string;
  /** The engine's own numbers of the stores with the space's documents; empty where it needs none. */
  shards: number[];
  /** The run that writes; a later run replaces it. */
  run: string;
}

/** The input of an indexer run: the space and the state of its index. Maps of pages are named by their root. */
export interface IndexState extends SpaceIndex {
  /** The pages that are indexed. */
  pages: string;
  /** The pages that an interrupted run was indexing: some of them are indexed already. */
  target: string | null;
  /** The sources of computed pages, as `ComputedPages.dependencies` returns them; null until they are read. */
  dependencies: string[] | null;
  /** Identifies the indexed version of the computed pages; empty for none. */
  computed: string;
}

/** The pages of a space's main branch, and the data that indexing needs of the space. */
export interface IndexSource {
  organizationId: string;
  language: Language | null;
  pages: string;
  /** The index as the last run left it; null before the first. */
  index: Pick<IndexState, 'analyzer' | 'shards' | 'pages' | 'target' | 'dependencies' | 'computed' | 'run'> | null;
}
