import { useOperation } from '../../api/queries';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';

interface SiteParams {
  organizationId: string;
  siteId: string;
}

/**
 * Whether the user may publish a site and edit it, but not its audience; undefined until it is known. The answers of a site do not
 * tell: a member with a lower role in the organization may have a higher one on the site, as the preview shows, which needs the same.
 */
export function useMayPublish(params: SiteParams): boolean | undefined {
  const { createContent } = useOrganizationPermissions(params.organizationId);
  const preview = useOperation('getSitePublishingPreviewById', { params, enabled: createContent === false });
  if (createContent !== false) return createContent;
  // A site without spaces has no preview.
  return preview.isPending ? undefined : preview.isSuccess || preview.error.code === 404;
}

/**
 * Whether the user may change the audience of a site, and see who has access; undefined until it is known. The roles on the site
 * show it, which only its administrators see.
 */
export function useMayAdminister(params: SiteParams): boolean | undefined {
  const { admin } = useOrganizationPermissions(params.organizationId);
  const mayPublish = useMayPublish(params);
  const enabled = admin === false && mayPublish === true;
  const roles = useOperation('listUserPermissionsInSite', { params, query: { limit: 1 }, enabled });
  if (!enabled) return admin === false ? mayPublish : admin;
  return roles.isPending ? undefined : roles.isSuccess;
}
