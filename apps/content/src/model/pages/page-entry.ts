import type { ContentRef } from '@bindery/documents';
import type { PageSource } from './page-source';
import type { ComputedSource, GitBlob, PageCover, PageLayout, Variables } from '@bindery/contracts';

interface BaseEntry {
  /** Id of the page above; empty at the top. */
  parent: string;
  /** Place among its siblings, in byte order. */
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

/** Where a page stands and what hides it. */
interface PageAddress {
  slug: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
}

export interface DocumentPageEntry extends BaseEntry, PageAddress {
  type: 'document';
  /** What the table of contents shows instead of the title. */
  linkTitle?: string;
  description?: string;
  layout?: Partial<PageLayout>;
  cover?: PageCover;
  variables?: Variables;
  /** Hash of the document; a page without one is empty. */
  document?: string;
  source?: PageSource;
  /** No table of contents names the page: it is there for links to it, and hidden as long as nobody shows it. */
  unlisted?: true;
}

export interface GroupPageEntry extends BaseEntry, PageAddress {
  type: 'group';
}

export interface LinkPageEntry extends BaseEntry {
  type: 'link';
  target: ContentRef;
  hidden?: boolean;
}

export interface ComputedPageEntry extends BaseEntry {
  type: 'computed';
  computed: ComputedSource;
}

/** A page that stands in the place of a computed one: no map holds it, it is made when it is read. */
export interface ComputedDocumentEntry extends DocumentPageEntry {
  computed: ComputedSource;
  computedSeed: string;
}

/** One that was made from a version of a specification. */
export interface OpenApiPageEntry extends ComputedDocumentEntry {
  /** Where its document is, and the hash of one that says the same in words. */
  content: { version: string; ordinal: number; readable?: string };
}

/** What may stand in the place of a computed page. */
export type ComputedEntry = ComputedDocumentEntry | DocumentPageEntry | GroupPageEntry | LinkPageEntry;

export const isOfSpecification = (entry: PageEntry | ComputedEntry): entry is OpenApiPageEntry => 'content' in entry;

/** A page as a revision's map holds it, under the page's id. */
export type PageEntry = DocumentPageEntry | GroupPageEntry | LinkPageEntry | ComputedPageEntry;

/** Whether a table of contents passes a page by. */
export const isUnlisted = (entry: Partial<PageEntry>): boolean =>
  'unlisted' in entry && entry.unlisted === true && entry.hidden === true;

/** A page that is shown: its id, and the slugs from the top to it. */
export interface LocatedPage {
  id: string;
  entry: PageEntry | ComputedDocumentEntry;
  path: string;
  /** It is no page of the revision but one in the place of a computed page. */
  isComputed?: true;
}

/** The key of a page in the map of slugs; pages without a slug have none. */
export const slugKeyOf = (entry: PageEntry): string | undefined =>
  'slug' in entry ? `${entry.parent}/${entry.slug}` : undefined;

/** Under what the map of slugs still knows a page by a slug or a place that it had. */
export const formerSlugKey = (key: string): string => `~${key}`;

export const isFormerSlugKey = (key: string): boolean => key.startsWith('~');

/** Siblings by their order key, and by id where two keys are equal after a merge. */
export const byOrder = ([a, one]: readonly [string, PageEntry], [b, two]: readonly [string, PageEntry]): number =>
  one.order < two.order ? -1 : one.order > two.order ? 1 : a < b ? -1 : 1;
