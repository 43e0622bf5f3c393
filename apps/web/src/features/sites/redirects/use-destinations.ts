import { useList, useOperation } from '../../../api/queries';
import { sectionsOf } from '../structure/structure-nodes';
import type { Destination } from './destinations';

/** The places of a site to which redirects can lead. */
export function useDestinations(params: { organizationId: string; siteId: string }) {
  const structure = useOperation('getSiteStructure', { params });
  const spaces = useList('listSiteSpaces', { params, query: { limit: 1000 } });
  const sections = sectionsOf(structure.data?.structure ?? []);
  const titleOfSpace = (id: string) => spaces.items.find((space) => space.id === id)?.title ?? 'a deleted space';
  const describe = (destination: Destination): string => {
    if (destination.kind === 'url') return destination.url;
    if (destination.kind === 'site-section')
      return sections.find(({ id }) => id === destination.siteSectionId)?.title ?? 'a deleted section';
    const title = titleOfSpace(destination.siteSpaceId);
    return destination.kind === 'site-page' ? `a page of ${title}` : title;
  };
  return { sections, spaces: spaces.items, describe };
}
