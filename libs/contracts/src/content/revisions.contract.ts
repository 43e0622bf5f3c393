import { changeRequestCards, type ChangeRequest } from '../change-requests/change-requests.contract';
import { Foreign } from '../core/compose';
import { contract, get } from '../core/endpoint';
import { Const, Flag, Id, Nested, OneOf, Text, Timestamp, Union, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { User, userCards } from '../identity/users.contract';
import { RevisionPageMetaLinks } from './meta-links.dto';
import {
  JSONDocument,
  pageTypes,
  RevisionFile,
  RevisionPage,
  RevisionReusableContent,
  Variable,
  type Variables,
} from './pages.dto';

/** Sites show what a space holds now, so no revision has an address there. */
const noAddress = { optional: true, description: 'Always omitted. Sites show only the current content of a space.' };

class RevisionUrls {
  @Url() app!: string;
  @Url(noAddress) published?: string;
  @Url(noAddress) public?: string;
}

export class GitCommit {
  @Text() oid!: string;
  @Text() message!: string;
  @Flag() createdByGitBook!: boolean;
  @Text({ optional: true }) url?: string;
  @Text({ optional: true }) ref?: string;
}

const revisionTypes = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;

export const MergedFrom = () =>
  Foreign(changeRequestCards, {
    optional: true,
    description: 'The merged change request. Included for merges, if the caller can see drafts.',
  });

export class Revision {
  @Const('revision') object!: 'revision';
  @Id() id!: string;
  @OneOf(revisionTypes, {
    description: 'The type of the revision. Callers who cannot see drafts get `edits` for a merge.',
  })
  type!: (typeof revisionTypes)[number];
  @Id({ array: true }) parents!: string[];
  @MergedFrom() mergedFrom?: ChangeRequest;
  @Union('type', pageTypes, { array: true }) pages!: RevisionPage[];
  @Nested(() => RevisionFile, { array: true }) files!: RevisionFile[];
  @Nested(() => RevisionReusableContent, { array: true }) reusableContents!: RevisionReusableContent[];
  @Variable({ optional: true }) variables?: Variables;
  @Timestamp() createdAt!: string;
  @Nested(() => GitCommit, { optional: true }) git?: GitCommit;
  @Nested(() => RevisionUrls) urls!: RevisionUrls;
}

/** A revision of the main content in a list, without what it holds. */
export class RevisionSummary {
  @Const('revision') object!: 'revision';
  @Id() id!: string;
  @OneOf(revisionTypes) type!: (typeof revisionTypes)[number];
  @Id({ array: true }) parents!: string[];
  @MergedFrom() mergedFrom?: ChangeRequest;
  @Foreign(userCards) createdBy!: User;
  @Timestamp() createdAt!: string;
  @Nested(() => GitCommit, { optional: true }) git?: GitCommit;
  @Nested(() => RevisionUrls) urls!: RevisionUrls;
}

export class RevisionPages {
  @Union('type', pageTypes, { array: true }) pages!: RevisionPage[];
}

/** How content is read: `metadata` false leaves out what a Git synchronisation may change, `computed` false what is computed. */
export class ContentQuery {
  @Flag() metadata: boolean = true;
  @Flag() computed: boolean = true;
}

export const pageFormats = ['document', 'markdown'] as const;

export const evaluations = ['true', 'false', 'deterministic-only'] as const;
export type Evaluation = (typeof evaluations)[number];

const Evaluated = () =>
  OneOf(evaluations, {
    optional: true,
    description:
      '`true` evaluates all expressions and conditions, `deterministic-only` those with the same result for all readers. Readers of a site always get the content that their claims allow.',
  });

export const markdownRefs = ['relative', 'stable'] as const;

export class PageContentQuery extends ContentQuery {
  @OneOf(pageFormats) format: (typeof pageFormats)[number] = 'document';
  @OneOf(markdownRefs, {
    optional: true,
    description:
      'The form of link targets in Markdown: `relative` as the page was written, `stable` by id. Edits accept both.',
  })
  'format.markdown.refs'?: (typeof markdownRefs)[number];
  @Evaluated() evaluated?: Evaluation;
}

export class DocumentQuery {
  @Evaluated() evaluated?: Evaluation;
}

export class FileListQuery extends PageQuery {
  @Flag() metadata: boolean = true;
  @Flag() computed: boolean = true;
}

export const spaceContent = contract('content', 'Space content', {
  getCurrentRevision: get('/spaces/:spaceId/content', {
    anonymous: true,
    summary: 'Get the current revision of a space',
    query: ContentQuery,
    returns: Revision,
  }),
  listPages: get('/spaces/:spaceId/content/pages', {
    anonymous: true,
    summary: 'List the pages of the current revision',
    query: ContentQuery,
    returns: RevisionPages,
  }),
  listFiles: get('/spaces/:spaceId/content/files', {
    anonymous: true,
    summary: 'List the files of the current revision',
    query: FileListQuery,
    returns: PageOf(RevisionFile),
  }),
  getFileById: get('/spaces/:spaceId/content/files/:fileId', {
    anonymous: true,
    summary: 'Get a file of the current revision',
    query: ContentQuery,
    returns: RevisionFile,
  }),
  getPageById: get('/spaces/:spaceId/content/page/:pageId', {
    anonymous: true,
    summary: 'Get a page with its content',
    query: PageContentQuery,
    returns: RevisionPage,
  }),
  listSpacePageMetaLinks: get('/spaces/:spaceId/content/page/:pageId/meta-links', {
    anonymous: true,
    summary: 'List the alternates of a page in the other variants of a site',
    returns: RevisionPageMetaLinks,
  }),
  getPageByPath: get('/spaces/:spaceId/content/path/:pagePath', {
    anonymous: true,
    summary: 'Get a page by its path, with slashes percent-encoded',
    query: PageContentQuery,
    returns: RevisionPage,
  }),
  getReusableContentById: get('/spaces/:spaceId/content/reusable-contents/:reusableContentId', {
    anonymous: true,
    summary: 'Get reusable content of the current revision',
    query: ContentQuery,
    returns: RevisionReusableContent,
  }),
  getDocumentById: get('/spaces/:spaceId/documents/:documentId', {
    anonymous: true,
    summary: 'Get the document of a page or of reusable content in the current revision',
    query: DocumentQuery,
    returns: JSONDocument,
  }),
  listRevisions: get('/spaces/:spaceId/revisions', {
    summary: 'List the revisions of a space, newest first',
    description: 'Readers of a site cannot list the revisions.',
    query: PageQuery,
    returns: PageOf(RevisionSummary),
  }),
  getRevisionById: get('/spaces/:spaceId/revisions/:revisionId', {
    anonymous: true,
    summary: 'Get a revision',
    query: ContentQuery,
    returns: Revision,
    immutable: true,
  }),
  listPagesInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/pages', {
    anonymous: true,
    summary: 'List the pages of a revision',
    query: ContentQuery,
    returns: RevisionPages,
    immutable: true,
  }),
  getPageInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/page/:pageId', {
    anonymous: true,
    summary: 'Get a page of a revision with its content',
    query: PageContentQuery,
    returns: RevisionPage,
    immutable: true,
  }),
  listRevisionPageMetaLinks: get('/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links', {
    anonymous: true,
    summary: 'List the alternates of a page of a revision in the other variants of a site',
    returns: RevisionPageMetaLinks,
  }),
  getPageInRevisionByPath: get('/spaces/:spaceId/revisions/:revisionId/path/:pagePath', {
    anonymous: true,
    summary: 'Get a page of a revision by its path, with slashes percent-encoded',
    query: PageContentQuery,
    returns: RevisionPage,
    immutable: true,
  }),
  listFilesInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/files', {
    anonymous: true,
    summary: 'List the files of a revision',
    query: FileListQuery,
    returns: PageOf(RevisionFile),
    immutable: true,
  }),
  getFileInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/files/:fileId', {
    anonymous: true,
    summary: 'Get a file of a revision',
    query: ContentQuery,
    returns: RevisionFile,
    immutable: true,
  }),
  getPageDocumentInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/page/:pageId/document', {
    anonymous: true,
    summary: 'Get the document of a page of a revision',
    query: DocumentQuery,
    returns: JSONDocument,
    immutable: true,
  }),
  getReusableContentInRevisionById: get('/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId', {
    anonymous: true,
    summary: 'Get reusable content of a revision',
    query: ContentQuery,
    returns: RevisionReusableContent,
    immutable: true,
  }),
  getReusableContentDocumentInRevisionById: get(
    '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    {
      anonymous: true,
      summary: 'Get the document of reusable content of a revision',
      query: DocumentQuery,
      returns: JSONDocument,
      immutable: true,
    },
  ),
});
