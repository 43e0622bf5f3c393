import type { ContentRef, Document } from '@bindery/documents';
import {
  Const,
  Flag,
  Float,
  Id,
  Int,
  MapOf,
  Nested,
  OneOf,
  Text,
  Timestamp,
  Union,
  Url,
  Value,
  type FieldOptions,
} from '../core/fields';
import { Tree } from '../core/document-tree';
import { unionOf } from '../core/schema';

/** A reference to content: its kind and what the kind needs. */
export const Reference = (options: FieldOptions = {}) =>
  Value(
    { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    (value) => typeof (value as { kind?: unknown } | null)?.kind === 'string' || 'must be a content reference',
    options,
  );

export const Variable = (options: FieldOptions & { max?: number } = {}) =>
  MapOf(
    { type: ['string', 'number', 'boolean'] },
    (value) => ['string', 'number', 'boolean'].includes(typeof value) || 'must be text, a number or a boolean',
    options,
  );

export type Variables = Record<string, string | number | boolean>;

export class GitBlob {
  @Text() oid!: string;
  @Text() path!: string;
}

export class PageLayout {
  @OneOf(['default', 'wide']) width!: 'default' | 'wide';
  @Flag() cover!: boolean;
  @OneOf(['hero', 'full']) coverSize!: 'hero' | 'full';
  @Flag() title!: boolean;
  @Flag() description!: boolean;
  @Flag() tableOfContents!: boolean;
  @Flag() outline!: boolean;
  @Flag() pagination!: boolean;
  @Flag() metadata!: boolean;
}

export class PageCover {
  @Reference({ optional: true }) ref?: ContentRef;
  @Reference({ optional: true }) refDark?: ContentRef;
  @Float() yPos!: number;
  @Float({ optional: true }) height?: number;
}

class PageUrls {
  @Url() app!: string;
}

/** A computed page or document: where its content comes from. */
export class ComputedSource {
  @Text({ min: 1, max: 200 }) type!: string;
  @Value({ type: 'object' }, (value) => (typeof value === 'object' && value !== null) || 'must be an object')
  props!: object;
  @Value({ type: 'object' }, (value) => (typeof value === 'object' && value !== null) || 'must be an object', {
    optional: true,
  })
  dependencies?: object;
}

/** The type of a page by its former name, which the public client asks for. */
const Kind = (kind: string) =>
  Value({ type: 'string', const: kind, deprecated: true }, (value) => value === kind || `must be ${kind}`);

class PageBase {
  @Id() id!: string;
  @Text({ min: 1 }) title!: string;
  @Text({ optional: true }) emoji?: string;
  @Text({ max: 50, optional: true }) icon?: string;
  @Timestamp({ optional: true }) createdAt?: string;
  @Timestamp({ optional: true }) updatedAt?: string;
  @Text({ max: 1024, optional: true, description: 'An expression that decides which visitors see the page.' })
  condition?: string;
}

export class LinkPage extends PageBase {
  @Const('link') type!: 'link';
  @Kind('link') kind!: 'link';
  @Reference() target!: ContentRef;
  @Text({ optional: true }) href?: string;
  @Flag({ optional: true }) hidden?: boolean;
}

export class ComputedPage extends PageBase {
  @Const('computed') type!: 'computed';
  @Nested(() => ComputedSource) computed!: ComputedSource;
}

export class DocumentPage extends PageBase {
  @Const('document') type!: 'document';
  @Kind('sheet') kind!: 'sheet';
  @Nested(() => PageUrls) urls!: PageUrls;
  @Text() slug!: string;
  @Text() path!: string;
  @Text({ optional: true }) description?: string;
  @Union('type', () => [DocumentPage, LinkPage, ComputedPage], { array: true }) pages!: ChildPage[];
  @Nested(() => GitBlob, { optional: true }) git?: GitBlob;
  @Nested(() => PageLayout) layout!: PageLayout;
  @Nested(() => PageCover, { optional: true }) cover?: PageCover;
  @Variable({ optional: true }) variables?: Variables;
  @Flag({ optional: true }) hidden?: boolean;
  @Flag({ optional: true }) noIndex?: boolean;
  @Flag({ optional: true }) noRobotsIndex?: boolean;
  @Id({ optional: true }) documentId?: string;
  @Nested(() => ComputedSource, { optional: true }) computed?: ComputedSource;
  @Text({ max: 200, optional: true }) computedSeed?: string;
  @Tree({ optional: true }) document?: Document;
  @Text({ max: 16_777_216, optional: true }) markdown?: string;
}

export class GroupPage extends PageBase {
  @Const('group') type!: 'group';
  @Kind('group') kind!: 'group';
  @Text() slug!: string;
  @Text() path!: string;
  @Flag({ optional: true }) hidden?: boolean;
  @Flag({ optional: true }) noIndex?: boolean;
  @Flag({ optional: true }) noRobotsIndex?: boolean;
  @Union('type', () => [DocumentPage, LinkPage, ComputedPage], { array: true }) pages!: ChildPage[];
}

export type ChildPage = DocumentPage | LinkPage | ComputedPage;
export type RevisionPage = ChildPage | GroupPage;
export const pageTypes = () => [DocumentPage, GroupPage, LinkPage, ComputedPage];

/** Any page, as one is answered alone with its content. */
export const RevisionPage = unionOf<RevisionPage>('RevisionPage', pageTypes);

export class FileDimensions {
  @Int() width!: number;
  @Int() height!: number;
}

export class RevisionFile {
  @Id() id!: string;
  @Text({ min: 1, max: 1024 }) name!: string;
  @Text() contentType!: string;
  @Url() downloadURL!: string;
  @Int() size!: number;
  @Nested(() => FileDimensions, { optional: true }) dimensions?: FileDimensions;
  @Nested(() => GitBlob, { optional: true }) git?: GitBlob;
}

export class RevisionReusableContent {
  @Id() id!: string;
  @Text({ min: 1 }) title!: string;
  @Id({ optional: true }) document?: string;
  @Nested(() => GitBlob, { optional: true }) git?: GitBlob;
}

/** A document alone. */
export class JSONDocument {
  @Const('document') object!: 'document';
  @Value({ type: 'object' }, (value) => (typeof value === 'object' && value !== null) || 'must be an object')
  data!: Document['data'];
  @Value({ type: 'array' }, (value) => Array.isArray(value) || 'must be a list') nodes!: Document['nodes'];
}
