import type { Language } from '@bindery/contracts';

/** What a run of the indexer works on: the space as it is and how far its index is. Maps of pages are named by their root. */
export interface IndexState {
  space: string;
  organizationId: string;
  dictionary: string;
  /** Where sections of the space's documents are; own ones and those of spaces that it shares documents with. */
  shards: number[];
  /** The pages that are indexed. */
  pages: string;
  /** The pages that a run was cut short on its way to: some of them are indexed already. */
  target: string | null;
  run: string;
  /** The specifications that pages are computed from, by slug or id; null until that is looked at. */
  specifications: string[] | null;
  /** Tells what of the computed pages is indexed; empty for nothing. */
  computed: string;
}

/** The pages of a space's main branch, and what indexing needs to know of the space. */
export interface IndexSource {
  organizationId: string;
  language: Language | null;
  pages: string;
}

/** A document under the title of its page: what is indexed once and shared by all pages that are alike in both. */
export interface DocumentKey {
  /** Empty for a page without a document. */
  hash: string;
  title: string;
}

export interface IndexedPage {
  id: string;
  parent: string;
  title: string;
  path: string;
  document: string | null;
  /** Whether no revision holds it. */
  computed: boolean;
}

export interface IndexedSection {
  anchor: string | null;
  title: string;
  body: string;
  words: string;
}

export interface NewDocument extends DocumentKey {
  shard: number;
  titles: string;
  sections: IndexedSection[];
}

export const keyText = ({ hash, title }: DocumentKey): string => `${hash}/${title}`;
