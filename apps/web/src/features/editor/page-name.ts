import type { ContentPlace } from '../pages/use-pages';

/** Names a page of a change request, or of main, in this browser. */
export const pageName = ({ spaceId, changeRequestId = 'main' }: ContentPlace, page: string): string =>
  `${spaceId}/${changeRequestId}/${page}`;
