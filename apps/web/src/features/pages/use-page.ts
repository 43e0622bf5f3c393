import { useQuery } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';
import type { Document, RevisionPage } from '../../api/contracts';
import type { ContentPlace } from './use-pages';

export type DocumentPage = Extract<RevisionPage, { type: 'document' }>;

/** A page as its writers have it: expressions and conditional blocks stay. Only such a document may be written. */
const written = { format: 'document' } as const;

/** Variables of the space and the page are shown by their values; what depends on the reader stays an expression. */
const evaluated = { ...written, evaluated: 'deterministic-only' } as const;

type PageQuery = typeof written | typeof evaluated;

/** A page with its document as readers see it, by its path; the first page without one. */
export const usePage = (place: ContentPlace, path: string | undefined) => usePageBy(place, path, evaluated);

/** A page with its document as its writers have it, by its path; the first page without one. */
export const useWrittenPage = (place: ContentPlace, path: string | undefined) => usePageBy(place, path, written);

function usePageBy(place: ContentPlace, path: string | undefined, query: PageQuery) {
  const { spaceId, changeRequestId = '', revisionId = '' } = place;
  return useQuery<RevisionPage, RequestError>({
    queryKey: ['page', spaceId, changeRequestId, revisionId, path ?? '', query],
    enabled: path !== undefined,
    queryFn: () => readPage(place, path!, query),
  });
}

function readPage(
  { spaceId, changeRequestId, revisionId }: ContentPlace,
  pagePath: string,
  query: PageQuery,
): Promise<RevisionPage> {
  if (changeRequestId)
    return call('getPageInChangeRequestByPath', { params: { spaceId, changeRequestId, pagePath }, query });
  if (revisionId) return call('getPageInRevisionByPath', { params: { spaceId, revisionId, pagePath }, query });
  return call('getPageByPath', { params: { spaceId, pagePath }, query });
}

/** A page of main or of a change request with its document as its writers have it, by its id. */
export function readPageById({ spaceId, changeRequestId }: ContentPlace, pageId: string): Promise<RevisionPage> {
  const plain = { ...written, metadata: false };
  if (!changeRequestId) return call('getPageById', { params: { spaceId, pageId }, query: plain });
  return call('getPageInChangeRequestById', { params: { spaceId, changeRequestId, pageId }, query: plain });
}

const empty: Document = { object: 'document', data: {}, nodes: [] };

/** The first page that can be read, in the order of the tree. */
export function firstPage(pages: readonly RevisionPage[]): DocumentPage | undefined {
  for (const page of pages) {
    if (page.type === 'document') return page;
    const inside = 'pages' in page ? firstPage(page.pages) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

/** The document of a page; an empty one where it has none. */
export const documentOf = (page: RevisionPage): Document => ('document' in page && page.document) || empty;
