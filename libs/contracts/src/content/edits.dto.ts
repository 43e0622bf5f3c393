import type { ContentRef, Document } from '@bindery/documents';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Union, Url } from '../core/fields';
import { Tree } from '../core/document-tree';
import { PageCover, Reference } from './pages.dto';

/** The body of a page: Markdown, which may begin with front matter, or a document; one of the two. */
export class PageBody {
  @Text({ max: 1_000_000, optional: true }) markdown?: string;
  @Tree({ optional: true }) document?: Document;
}

/** The metadata of a page. Front matter of a Markdown body wins over it; an empty text removes emoji, icon, description, condition. */
export class PageMetadata {
  @Text({ min: 1, max: 1000, optional: true }) title?: string;
  @Text({
    min: 1,
    max: 100,
    optional: true,
    pattern: /^[^\s/?#\\]+$/u,
    description: 'The last part of the path of the page. Unique among its siblings.',
  })
  slug?: string;
  @Text({ max: 50, optional: true }) emoji?: string;
  @Text({ max: 50, optional: true }) icon?: string;
  @Text({ max: 10_000, optional: true }) description?: string;
  @Flag({ optional: true }) hidden?: boolean;
  @Flag({ optional: true }) noIndex?: boolean;
  @Flag({ optional: true }) noRobotsIndex?: boolean;
  @Text({ max: 1024, optional: true, description: 'An expression that decides which visitors see the page.' })
  condition?: string;
  @Nested(() => PageCover, {
    optional: true,
    nullable: true,
    description:
      'The cover image of a document page: a file, by its id or its `ref` in this request, or a URL. null removes the cover.',
  })
  cover?: PageCover | null;
}

/** A name for the time of the call: links `./<ref>.md` lead to the page, `/files/<ref>` to the file. */
const Ref = () => Text({ min: 1, max: 100, optional: true, pattern: /^[\w-]+(\.[\w-]+)*$/ });

const insertablePageTypes = ['document', 'group', 'link'] as const;

export class InsertPage extends PageMetadata {
  @Const('insert_page') operation!: 'insert_page';
  @OneOf(insertablePageTypes, { optional: true, description: 'Defaults to `document`.' })
  type?: (typeof insertablePageTypes)[number];
  @Nested(() => PageBody, { optional: true, description: 'The content of the page. Required for document pages.' })
  document?: PageBody;
  @Reference({ optional: true, description: 'The target of the link. Required for link pages.' }) target?: ContentRef;
  @Id({ optional: true, description: 'The parent page. Omit it for a page at the top level.' }) into?: string;
  @Int({ max: 100_000, optional: true, description: 'The position among the siblings. Defaults to the end.' })
  at?: number;
  @Ref() ref?: string;
}

/** The revision in which the caller read a page that it changes. */
const Base = () =>
  Id({
    optional: true,
    description:
      'The revision in which the caller read the page. The request fails with 412 if the page has another document by now, or, for Markdown, another title.',
  });

export class UpdatePage extends PageMetadata {
  @Const('update_page') operation!: 'update_page';
  @Id() page!: string;
  @Base() base?: string;
  @Nested(() => PageBody, { optional: true }) document?: PageBody;
  @Reference({ optional: true, description: 'The target of a link page.' }) target?: ContentRef;
  @Id({
    nullable: true,
    optional: true,
    description: 'The new parent page. null moves the page to the top level. Omit it to keep the parent.',
  })
  into?: string | null;
  @Int({ max: 100_000, optional: true }) at?: number;
  @Flag({
    optional: true,
    description:
      'Whether to overwrite the source file of the page if it could not be read. Without it, such a change fails with 409.',
  })
  replaceSource?: boolean;
}

export class DeletePage {
  @Const('delete_page') operation!: 'delete_page';
  @Id({ description: 'The page to delete, together with the pages below it.' }) page!: string;
}

/** An operation of its own: a release without it refuses it, where it would ignore a new field of `delete_page`. */
export class DeleteSinglePage {
  @Const('delete_single_page') operation!: 'delete_single_page';
  @Id({
    description:
      'The page to delete. The pages below it take its place, keep its condition, stay hidden if it is, and are found at their former paths.',
  })
  page!: string;
  @Base() base?: string;
}

export class RevertPage {
  @Const('revert_page') operation!: 'revert_page';
  @Id() page!: string;
  @Id({
    optional: true,
    description:
      'A revision of the space, from which the page is restored. Defaults to the revision that the draft started from.',
  })
  revision?: string;
  @Text({
    min: 1,
    max: 100,
    array: { min: 1, max: 100 },
    optional: true,
    description: 'Restore only the blocks with these keys.',
  })
  block?: string[];
}

export class InsertFile {
  @Text({ min: 1, max: 256 }) name!: string;
  @Url({ optional: true, description: 'The URL to read the file from. Send either `url` or `base64`.' }) url?: string;
  @Text({
    max: 1_398_104,
    optional: true,
    pattern: /^[A-Za-z0-9+/]*={0,2}$/,
    description: 'The bytes of the file in base64, at most 1 MiB.',
  })
  base64?: string;
  @Text({
    min: 1,
    max: 200,
    optional: true,
    description:
      'The media type of the file. Required with `base64`. A type recognized from the bytes or the name takes precedence.',
  })
  contentType?: string;
  @Ref() ref?: string;
}

export class InsertFiles {
  @Const('insert_files') operation!: 'insert_files';
  @Nested(() => InsertFile, { array: { min: 1, max: 20 } }) files!: InsertFile[];
}

export class InsertReusableContent {
  @Const('insert_reusable_content') operation!: 'insert_reusable_content';
  @Text({ min: 1, max: 1000 }) title!: string;
  @Tree({
    description:
      'The content. Blocks of pages show it by its id, which the response returns in `insertedReusableContents`.',
  })
  document!: Document;
}

const contentChanges = () => [
  InsertPage,
  UpdatePage,
  DeletePage,
  DeleteSinglePage,
  RevertPage,
  InsertFiles,
  InsertReusableContent,
];
export type ContentChange = InstanceType<ReturnType<typeof contentChanges>[number]>;

export class UpdateContent {
  @Union('operation', contentChanges, {
    array: { min: 1, max: 50 },
    description: 'The changes, applied in order as one revision. If one fails, none is applied.',
  })
  changes!: ContentChange[];
}

class ChangedPageUrls {
  @Url() location!: string;
}

export class ChangedPage {
  @Const('page') object!: 'page';
  @Id() id!: string;
  @Nested(() => ChangedPageUrls) urls!: ChangedPageUrls;
}

export class CreatedPage {
  @Const('created_page') object!: 'created_page';
  @Text({ optional: true }) ref?: string;
  @Nested(() => ChangedPage) page!: ChangedPage;
}

export class UpdatedPage {
  @Const('updated_page') object!: 'updated_page';
  @Nested(() => ChangedPage) page!: ChangedPage;
}

export class DeletedPage {
  @Const('deleted_page') object!: 'deleted_page';
  @Id() page!: string;
}

/** The outcome of a change, in the order of the changes; changes of files have none. */
export type ChangeOutcome = CreatedPage | UpdatedPage | DeletedPage;
export const changeOutcomes = () => [CreatedPage, UpdatedPage, DeletedPage];
