import type { Organization } from '../../api/contracts';
import { useOperation } from '../../api/queries';

/** The permissions of the user in an organization; none until they are known. */
export const useOrganizationPermissions = (organizationId: string): Partial<Organization['permissions']> =>
  useOperation('getOrganizationById', { params: { organizationId } }).data?.permissions ?? {};
