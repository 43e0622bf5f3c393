import { contract, get } from '../core/endpoint';
import { PageOf } from '../core/page';
import { RevisionPageMetaLinks } from './meta-links.dto';
import { RevisionFile, RevisionPage, RevisionReusableContent } from './pages.dto';
import { ContentQuery, FileListQuery, PageContentQuery, Revision, RevisionPages } from './revisions.contract';

const base = '/spaces/:spaceId/change-requests/:changeRequestId/content' as const;

/** The content of a space with the changes of a change request: the same reads as of the space, for callers who may see drafts. */
export const changeRequestContent = contract('content', 'Change request content', {
  getRevisionOfChangeRequestById: get(base, {
    summary: 'Get the latest revision of a change request',
    query: ContentQuery,
    returns: Revision,
  }),
  listPagesInChangeRequest: get(`${base}/pages`, {
    summary: 'List the pages of a change request',
    query: ContentQuery,
    returns: RevisionPages,
  }),
  listFilesInChangeRequestById: get(`${base}/files`, {
    summary: 'List the files of a change request',
    query: FileListQuery,
    returns: PageOf(RevisionFile),
  }),
  getFileInChangeRequestById: get(`${base}/files/:fileId`, {
    summary: 'Get a file of a change request',
    query: ContentQuery,
    returns: RevisionFile,
  }),
  getPageInChangeRequestById: get(`${base}/page/:pageId`, {
    summary: 'Get a page of a change request with its content',
    query: PageContentQuery,
    returns: RevisionPage,
  }),
  listChangeRequestPageMetaLinks: get(`${base}/page/:pageId/meta-links`, {
    summary: 'List the alternates of a page of a change request in the other variants of a site',
    returns: RevisionPageMetaLinks,
  }),
  getPageInChangeRequestByPath: get(`${base}/path/:pagePath`, {
    summary: 'Get a page of a change request by its path, with slashes percent-encoded',
    query: PageContentQuery,
    returns: RevisionPage,
  }),
  getReusableContentInChangeRequestById: get(`${base}/reusable-contents/:reusableContentId`, {
    summary: 'Get reusable content of a change request',
    query: ContentQuery,
    returns: RevisionReusableContent,
  }),
});
