import type { ContentRef, Document } from '@bindery/documents';
import { call, internal } from '../core/endpoint';
import { Flag, Id, Nested, OneOf, Text, Url, Value } from '../core/fields';
import { languages, type Language } from '../core/languages';
import type { ApiExcerpt } from './api-excerpts';
import { Tree } from '../core/document-tree';
import { DocumentPage, RevisionFile } from './pages.dto';

/** A page in the navigation of its space. */
export interface PageOutline {
  id: string;
  type: 'document' | 'group' | 'link';
  title: string;
  /** Of documents and groups: the slugs that lead there. */
  path?: string;
  /** Of links. */
  target?: ContentRef;
  description?: string;
  emoji?: string;
  icon?: string;
  hidden?: true;
  noIndex?: true;
  /** Of documents: when the page was changed last, in ISO 8601. Absent in answers of an older release. */
  updatedAt?: string;
  pages: PageOutline[];
}

const isList = (value: unknown): true | string => Array.isArray(value) || 'must be a list';
const Outlines = () => Value({ type: 'array', items: { type: 'object' } }, isList);
const Excerpts = () => Value({ type: 'array', items: { type: 'object' } }, isList);

export class ReadSpaces {
  @Id({ array: { max: 1000 } }) spaces!: string[];
}

export class SpaceState {
  @Id() id!: string;
  @Text() title!: string;
  @OneOf(languages, { optional: true }) language?: Language;
  @Id() revision!: string;
  @Text({
    description:
      'A tag that changes with the sources of computed pages: specifications, translations and results of integrations.',
  })
  specifications!: string;
}

export class SpaceStates {
  @Nested(() => SpaceState, { array: true }) spaces!: SpaceState[];
}

export class SpaceOutline {
  @Id() id!: string;
  @Outlines() pages!: PageOutline[];
}

export class SpaceOutlines {
  @Nested(() => SpaceOutline, { array: true }) spaces!: SpaceOutline[];
}

export class PageOfSpace {
  @Id() space!: string;
  @Id() page!: string;
}

export class ReadSitePage {
  @Id() space!: string;
  @Text({
    max: 8_192,
    description: 'The slugs that lead to the page, joined by slashes. Empty for the first page of the space.',
  })
  path!: string;
  @Id({ array: { max: 1000 }, description: 'The spaces to whose pages links may lead.' }) spaces!: string[];
  @Nested(() => PageOfSpace, { array: true, description: 'The pages that the site itself links to.' })
  linked!: PageOfSpace[];
  @Flag({
    optional: true,
    description: 'Whether the page is for Markdown, in which API operations are described in words.',
  })
  inWords?: boolean;
  @Id({ array: { max: 1000 }, optional: true, description: 'The spaces with the same content in other languages.' })
  variants?: string[];
  @Flag({ optional: true, description: 'Whether to include the URL at which the page is edited in its repository.' })
  withEditUrl?: boolean;
}

/** The page of another space that corresponds to the requested one. */
export class AlternatePage {
  @Id() space!: string;
  @Text() path!: string;
  @Flag({ optional: true, description: 'Whether the page is the first page of its space.' }) first?: boolean;
}

export class LinkedPage extends PageOfSpace {
  @Text() title!: string;
  @Text() path!: string;
}

export class IncludedContent {
  @Id() id!: string;
  @Tree() document!: Document;
}

/** The content of a page of a site. */
export class SitePageContent {
  @Outlines() outline!: PageOutline[];
  @Nested(() => DocumentPage, { optional: true, description: 'Omitted if the page does not exist for the reader.' })
  page?: DocumentPage;
  @Flag({ optional: true, description: 'Whether the page may soon change although none of its sources changes.' })
  provisional?: boolean;
  @Tree({
    optional: true,
    description: 'The document with API operations described in words, for readers of Markdown.',
  })
  inWords?: Document;
  @Nested(() => RevisionFile, { array: true }) files!: RevisionFile[];
  @Nested(() => IncludedContent, { array: true }) reusableContents!: IncludedContent[];
  @Nested(() => LinkedPage, { array: true, description: 'The pages of other spaces to which links lead.' })
  linked!: LinkedPage[];
  @Nested(() => AlternatePage, {
    array: true,
    optional: true,
    description: 'The same page in the variants that have it.',
  })
  alternates?: AlternatePage[];
  @Url({
    optional: true,
    description: 'The URL at which the page is edited, at the Git host of its space.',
  })
  editUrl?: string;
  @Excerpts() apis!: ApiExcerpt[];
}

const isDocument = (value: unknown): true | string =>
  (typeof value === 'object' && value !== null) || 'must be an object';

/** A document that is shown in a space without being part of it. */
export class ComputedForSpace {
  @Id() space!: string;
  @Value({ type: 'object' }, isDocument) document!: object;
}

export class ShownDocument {
  @Value({ type: 'object' }, isDocument) document!: object;
}

/** The calls of sites and integrations to content to make pages, as readers who see what the site shows them. */
export const sitePages = internal('content', {
  /** The current states of spaces: a short answer that shows whether a cached page is up to date. */
  getSpaceStates: call({ body: ReadSpaces, returns: SpaceStates }),
  getSpaceOutlines: call({ body: ReadSpaces, returns: SpaceOutlines }),
  readSitePage: call({ body: ReadSitePage, returns: SitePageContent }),
  /** A document as the caller gets those of the space. Throws 404 where there is no such space for the caller. */
  showDocument: call({ body: ComputedForSpace, returns: ShownDocument }),
});
