import type { ContentRef } from '@bindery/documents';
import { Const, Flag, Id, Int, MapOf, Nested, OneOf, Text, Url, Value } from '../core/fields';
import {
  ComputedSource,
  FileDimensions,
  PageCover,
  PageLayout,
  Reference,
  Variable,
  type Variables,
} from './pages.dto';

const Anything = () => Value({}, () => true, { optional: true });

export class ChangedRevisionPage {
  @Id() id!: string;
  @OneOf(['document', 'group', 'link', 'computed']) type!: 'document' | 'group' | 'link' | 'computed';
  @Text() title!: string;
  @Text({ optional: true }) path?: string;
}

/** A value before and after, absent where there was or is none. */
export class TextChange {
  @Text({ optional: true }) before?: string;
  @Text({ optional: true }) after?: string;
}

export class NumberChange {
  @Int({ optional: true }) before?: number;
  @Int({ optional: true }) after?: number;
}

export class CoverChange {
  @Nested(() => PageCover, { optional: true }) before?: PageCover;
  @Nested(() => PageCover, { optional: true }) after?: PageCover;
}

export class LayoutChange {
  @Nested(() => PageLayout, { optional: true }) before?: PageLayout;
  @Nested(() => PageLayout, { optional: true }) after?: PageLayout;
}

export class VariablesChange {
  @Variable({ optional: true }) before?: Variables;
  @Variable({ optional: true }) after?: Variables;
}

export class ReferenceChange {
  @Reference({ optional: true }) before?: ContentRef;
  @Reference({ optional: true }) after?: ContentRef;
}

export class DimensionsChange {
  @Nested(() => FileDimensions, { optional: true }) before?: FileDimensions;
  @Nested(() => FileDimensions, { optional: true }) after?: FileDimensions;
}

export class FlagChange {
  @Flag({ optional: true }) before?: boolean;
  @Flag({ optional: true }) after?: boolean;
}

export class ComputedSourceChange {
  @Nested(() => ComputedSource, { optional: true }) before?: ComputedSource;
  @Nested(() => ComputedSource, { optional: true }) after?: ComputedSource;
}

/** The edited fields of a page, at least one; of its document the ids. */
export class PageChangeAttributes {
  @Nested(() => TextChange, { optional: true }) title?: TextChange;
  @Nested(() => TextChange, { optional: true }) description?: TextChange;
  @Nested(() => TextChange, { optional: true }) slug?: TextChange;
  @Nested(() => TextChange, { optional: true }) document?: TextChange;
  @Nested(() => CoverChange, { optional: true }) cover?: CoverChange;
  @Nested(() => TextChange, { optional: true }) emoji?: TextChange;
  @Nested(() => LayoutChange, { optional: true }) layout?: LayoutChange;
  @Nested(() => VariablesChange, { optional: true }) variables?: VariablesChange;
  @Nested(() => ReferenceChange, { optional: true }) target?: ReferenceChange;
  @Nested(() => TextChange, { optional: true }) icon?: TextChange;
  @Nested(() => TextChange, { optional: true, description: 'The title in the table of contents.' })
  linkTitle?: TextChange;
  @Nested(() => TextChange, { optional: true }) condition?: TextChange;
  @Nested(() => FlagChange, { optional: true }) hidden?: FlagChange;
  @Nested(() => FlagChange, { optional: true }) noIndex?: FlagChange;
  @Nested(() => FlagChange, { optional: true }) noRobotsIndex?: FlagChange;
  @Nested(() => ComputedSourceChange, { optional: true }) computed?: ComputedSourceChange;
}

/** A change of a top-level block of a document. */
export class BlockChange {
  @Text({ description: 'The key of the block in the document.' }) key!: string;
  @OneOf(['added', 'removed', 'changed', 'moved'], {
    description: 'The kind of change. A `changed` block may have moved as well.',
  })
  type!: 'added' | 'removed' | 'changed' | 'moved';
  @Text({
    max: 4_194_304,
    optional: true,
    description: 'The block before the change, as Markdown. Links name their targets by id.',
  })
  before?: string;
  @Text({ max: 4_194_304, optional: true }) after?: string;
}

const Blocks = () =>
  Nested(() => BlockChange, {
    array: { max: 500 },
    optional: true,
    description:
      'The changed blocks of the document, in document order. Included only with `blocks`. Omitted if no block changed, and beyond 50 documents or 4 MB of blocks in one response; use `page` to get the blocks of one page.',
  });
const MoreBlocks = () => Int({ optional: true, description: 'The number of changed blocks that are left out.' });

class PageChange {
  @Nested(() => ChangedRevisionPage) page!: ChangedRevisionPage;
}

class PageDocumentChange extends PageChange {
  @Blocks() blocks?: BlockChange[];
  @MoreBlocks() moreBlocks?: number;
}

export class PageCreatedChange extends PageDocumentChange {
  @Const('page_created') type!: 'page_created';
}

export class PageEditedChange extends PageDocumentChange {
  @Const('page_edited') type!: 'page_edited';
  @Nested(() => PageChangeAttributes) attributes!: PageChangeAttributes;
}

export class PageDeletedChange extends PageDocumentChange {
  @Const('page_deleted') type!: 'page_deleted';
}

/** Absent is the top; the same page twice when it was moved among its siblings. */
export class ParentChange {
  @Nested(() => ChangedRevisionPage, { optional: true }) before?: ChangedRevisionPage;
  @Nested(() => ChangedRevisionPage, { optional: true }) after?: ChangedRevisionPage;
}

export class PageMovedChange extends PageChange {
  @Const('page_moved') type!: 'page_moved';
  @Nested(() => ParentChange) parent!: ParentChange;
}

export class ChangedRevisionFile {
  @Id() id!: string;
  @Text() name!: string;
  @Text() contentType!: string;
  @Url() downloadURL!: string;
}

export class FileChangeAttributes {
  @Nested(() => TextChange, { optional: true }) name?: TextChange;
  @Nested(() => TextChange, { optional: true }) downloadURL?: TextChange;
  @Nested(() => NumberChange, { optional: true }) size?: NumberChange;
  @Nested(() => TextChange, { optional: true }) contentType?: TextChange;
  @Nested(() => DimensionsChange, { optional: true }) dimensions?: DimensionsChange;
}

class FileChange {
  @Nested(() => ChangedRevisionFile) file!: ChangedRevisionFile;
}

export class FileCreatedChange extends FileChange {
  @Const('file_created') type!: 'file_created';
}

export class FileEditedChange extends FileChange {
  @Const('file_edited') type!: 'file_edited';
  @Nested(() => FileChangeAttributes) attributes!: FileChangeAttributes;
}

export class FileDeletedChange extends FileChange {
  @Const('file_deleted') type!: 'file_deleted';
}

type VariableValue = Variables[string];

export class VariablesEditedChange {
  @Const('variables_edited') type!: 'variables_edited';
  @MapOf(
    { type: 'object', properties: { before: {}, after: {} } },
    (value) => (typeof value === 'object' && value !== null) || 'must be an object',
  )
  variables!: Record<string, { before?: VariableValue; after?: VariableValue }>;
}

export class ChangedReusableContent {
  @Id() id!: string;
  @Text() title!: string;
  @Id({ optional: true }) document?: string;
}

export class ReusableContentChangeAttributes {
  @Nested(() => TextChange, { optional: true }) title?: TextChange;
  @Nested(() => TextChange, { optional: true }) document?: TextChange;
}

class ReusableContentChange {
  @Nested(() => ChangedReusableContent) reusableContent!: ChangedReusableContent;
  @Blocks() blocks?: BlockChange[];
  @MoreBlocks() moreBlocks?: number;
}

export class ReusableContentCreatedChange extends ReusableContentChange {
  @Const('reusable_content_created') type!: 'reusable_content_created';
}

export class ReusableContentDeletedChange extends ReusableContentChange {
  @Const('reusable_content_deleted') type!: 'reusable_content_deleted';
}

export class ReusableContentEditedChange extends ReusableContentChange {
  @Const('reusable_content_edited') type!: 'reusable_content_edited';
  @Nested(() => ReusableContentChangeAttributes) attributes!: ReusableContentChangeAttributes;
}

export const semanticChanges = () => [
  PageCreatedChange,
  PageEditedChange,
  PageDeletedChange,
  PageMovedChange,
  FileCreatedChange,
  FileEditedChange,
  FileDeletedChange,
  VariablesEditedChange,
  ReusableContentCreatedChange,
  ReusableContentEditedChange,
  ReusableContentDeletedChange,
];

export type SemanticChange = InstanceType<ReturnType<typeof semanticChanges>[number]>;

/** An object that main and a change request both changed. */
export class ContentConflict {
  @OneOf(['page', 'reusable-content', 'file', 'variable'])
  object!: 'page' | 'reusable-content' | 'file' | 'variable';
  @Text({ description: 'The id of the object, or the name of the variable.' }) id!: string;
  @OneOf(['both-edited', 'deleted', 'slug-taken'])
  reason!: 'both-edited' | 'deleted' | 'slug-taken';
  @Text({ optional: true, description: 'The attribute that both sides edited.' }) attribute?: string;
  @Text({ optional: true, description: 'The key of the conflicting block in main.' }) block?: string;
  @Text({ optional: true, description: 'The block or file that holds the version of the draft.' })
  draftVersion?: string;
  @OneOf(['main', 'draft'], { optional: true }) deletedIn?: 'main' | 'draft';
  @Id({ optional: true, description: 'The page that already has the slug.' }) other?: string;
  @Anything() main?: unknown;
  @Anything() draft?: unknown;
}
