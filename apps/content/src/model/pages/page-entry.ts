import type { ContentRef } from '@bindery/documents';
import type { PageSource } from './page-source';
import type { ComputedSource, GitBlob, PageCover, PageLayout, Variables } from '@bindery/contracts';

interface BaseEntry {
  /** Id of the parent page; empty at the top. */
  parent: string;
  /** Position among its siblings, in byte order. */
  order: string;
  title: string;
  emoji?: string;
  icon?: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  git?: GitBlob;
  /** An expression that decides which visitors see the page. */
  condition?: string;
}

/** The position of a page, and the settings that hide it. */
interface PageAddress {
  slug: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
}

export interface DocumentPageEntry extends BaseEntry, PageAddress {
  type: 'document';
  /** The title in the table of contents, instead of `title`. */
  linkTitle?: string;
  description?: string;
  layout?: Partial<PageLayout>;
  cover?: PageCover;
  variables?: Variables;
  /** Hash of the document; a page without one is empty. */
  document?: string;
  source?: PageSource;
  /** No table of contents names the page: it exists for links to it, and stays hidden until a user shows it. */
  unlisted?: true;
}

interface GroupPageEntry extends BaseEntry, PageAddress {
  type: 'group';
}

interface LinkPageEntry extends BaseEntry {
  type: 'link';
  target: ContentRef;
  hidden?: boolean;
}

export interface ComputedPageEntry extends BaseEntry {
  type: 'computed';
  computed: ComputedSource;
}

/** A page in place of a computed one: no map holds it, it is computed on each read. */
export interface ComputedDocumentEntry extends DocumentPageEntry {
  computed: ComputedSource;
  computedSeed: string;
}

/** A page that is computed from a version of a specification. */
export interface OpenApiPageEntry extends ComputedDocumentEntry {
  /** The location of its document, and the hash of the same document in words. */
  content: { version: string; ordinal: number; readable?: string };
}

/** An entry in place of a computed page. */
export type ComputedEntry = ComputedDocumentEntry | DocumentPageEntry | GroupPageEntry | LinkPageEntry;

export const isOfSpecification = (entry: PageEntry | ComputedEntry): entry is OpenApiPageEntry => 'content' in entry;

/** A page as stored in a revision's map, under the page's id. */
export type PageEntry = DocumentPageEntry | GroupPageEntry | LinkPageEntry | ComputedPageEntry;

/** Whether tables of contents leave a page out. */
export const isUnlisted = (entry: Partial<PageEntry>): boolean =>
  'unlisted' in entry && entry.unlisted === true && entry.hidden === true;

/** A visible page: its id, and the slugs from the top to it. */
export interface LocatedPage {
  id: string;
  entry: PageEntry | ComputedDocumentEntry;
  path: string;
  /** Whether it is in place of a computed page, and no page of the revision itself. */
  isComputed?: true;
}

/** The key of a page in the map of slugs; pages without a slug have none. */
export const slugKeyOf = (entry: PageEntry): string | undefined =>
  'slug' in entry ? `${entry.parent}/${entry.slug}` : undefined;

/** The key of a former slug or position of a page in the map of slugs. */
export const formerSlugKey = (key: string): string => `~${key}`;

export const isFormerSlugKey = (key: string): boolean => key.startsWith('~');

/** Siblings by their order key, and by id where two keys are equal after a merge. */
export const byOrder = ([a, one]: readonly [string, PageEntry], [b, two]: readonly [string, PageEntry]): number =>
  one.order < two.order ? -1 : one.order > two.order ? 1 : a < b ? -1 : 1;
