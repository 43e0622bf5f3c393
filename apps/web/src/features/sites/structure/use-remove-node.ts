import { useAction } from '../../../api/queries';
import { useNotices } from '../../../ui/notices';
import type { StructureNode } from './structure-nodes';

const changed = ['getSiteStructure', 'getSiteById', 'listSiteSpaces'] as const;

const consequences: Record<StructureNode['object'], string> = {
  'site-section':
    'Readers no longer find it or the spaces in it on this site. The spaces stay, and you can add them again.',
  'site-section-group': 'The contents of the group take its place.',
  'site-external-link': 'Readers no longer see the link.',
  'site-space': 'Readers no longer find the space on this site. The space stays, and you can add it again.',
};

/** Takes something out of the structure of a site, with what that means for readers. */
export function useRemoveNode(params: { organizationId: string; siteId: string }) {
  const section = useAction('deleteSiteSectionById', changed);
  const group = useAction('deleteSiteSectionGroupById', changed);
  const link = useAction('deleteSiteExternalLinkById', changed);
  const space = useAction('deleteSiteSpaceById', changed);
  const notices = useNotices();
  const remove = (node: StructureNode, onSettled: () => void) => {
    const told = { ...notices.outcome(`${node.title} is removed.`), onSettled };
    const { object, id } = node;
    if (object === 'site-section') section.mutate({ params: { ...params, siteSectionId: id } }, told);
    else if (object === 'site-section-group') group.mutate({ params: { ...params, siteSectionGroupId: id } }, told);
    else if (object === 'site-external-link') link.mutate({ params: { ...params, siteExternalLinkId: id } }, told);
    else space.mutate({ params: { ...params, siteSpaceId: id } }, told);
  };
  return {
    remove,
    isPending: [section, group, link, space].some(({ isPending }) => isPending),
    consequenceOf: (node: StructureNode) => consequences[node.object],
  };
}
