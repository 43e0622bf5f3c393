import { useQuery } from '@tanstack/react-query';
import { call, type RequestError } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';

/** The content that is looked at or edited: main, a change request, or a revision. */
export interface ContentPlace {
  spaceId: string;
  changeRequestId?: string;
  revisionId?: string;
  /** The main content is edited itself, without a change request. */
  isLive?: boolean;
}

/** Milliseconds in which the tree, which may be large, is not read again unless it was changed here. */
const staleAfter = 60_000;

const withoutMetadata = { metadata: false } as const;

/** The tree of pages, without their documents. */
export function usePages(place: ContentPlace) {
  return useQuery<RevisionPage[], RequestError>({
    queryKey: pagesKey(place),
    staleTime: place.revisionId ? Infinity : staleAfter,
    queryFn: async () => (await readPages(place)).pages,
  });
}

export const pagesKey = ({ spaceId, changeRequestId, revisionId }: ContentPlace) => [
  'pages',
  spaceId,
  changeRequestId ?? '',
  revisionId ?? '',
];

function readPages({ spaceId, changeRequestId, revisionId }: ContentPlace): Promise<{ pages: RevisionPage[] }> {
  const query = withoutMetadata;
  if (changeRequestId) return call('listPagesInChangeRequest', { params: { spaceId, changeRequestId }, query });
  if (revisionId) return call('listPagesInRevisionById', { params: { spaceId, revisionId }, query });
  return call('listPages', { params: { spaceId }, query });
}
