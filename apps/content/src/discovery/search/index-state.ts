import type { Language } from '@bindery/contracts';

/** What a search engine knows of a space that it is told of. */
export interface SpaceIndex {
  space: string;
  organizationId: string;
  /** How the engine treats the space's words. */
  analyzer: string;
  /** Where the engine has the space's documents, by numbers that it gives out; none where it needs none. */
  shards: number[];
  /** The run that writes; a later one takes the index over. */
  run: string;
}

/** What a run of the indexer works on: the space as it is and how far its index is. Maps of pages are named by their root. */
export interface IndexState extends SpaceIndex {
  /** The pages that are indexed. */
  pages: string;
  /** The pages that a run was cut short on its way to: some of them are indexed already. */
  target: string | null;
  /** What pages are computed from, as `ComputedPages.dependencies` tells it; null until that is looked at. */
  dependencies: string[] | null;
  /** Tells what of the computed pages is indexed; empty for nothing. */
  computed: string;
}

/** The pages of a space's main branch, and what indexing needs to know of the space. */
export interface IndexSource {
  organizationId: string;
  language: Language | null;
  pages: string;
  /** The index as the last run left it; null before the first. */
  index: Pick<IndexState, 'analyzer' | 'shards' | 'pages' | 'target' | 'dependencies' | 'computed' | 'run'> | null;
}
