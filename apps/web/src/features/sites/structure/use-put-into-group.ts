import { useAction } from '../../../api/queries';
import { useNotices } from '../../../ui/notices';

interface TitledNode {
  id: string;
  title: string;
}

/** Puts a section into a group, which may be empty. */
export function usePutIntoGroup(params: { organizationId: string; siteId: string }) {
  const add = useAction('addSectionToGroup', ['getSiteStructure']);
  const notices = useNotices();
  return (section: TitledNode, group: TitledNode) =>
    add.mutate(
      { params: { ...params, siteSectionGroupId: group.id }, body: { sectionId: section.id } },
      notices.outcome(`${section.title} is in ${group.title} now.`),
    );
}
