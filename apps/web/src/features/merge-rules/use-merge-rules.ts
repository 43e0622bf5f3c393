import type { Organization, Space } from '../../api/contracts';
import { useOperation } from '../../api/queries';

interface HeldRules {
  /** Undefined until they are known. */
  rules: Organization['mergeRules'] | undefined;
  isUnreadable: boolean;
}

/** The merge rules that hold for a space: its own, or those of its organization. */
export function useMergeRules(organizationId: string, space: Pick<Space, 'mergeRules'> | undefined): HeldRules {
  const own = space?.mergeRules;
  const isInherited = own?.type === 'inherit';
  const organization = useOperation('getOrganizationById', { params: { organizationId }, enabled: isInherited });
  return {
    rules: own?.type === 'inherit' ? organization.data?.mergeRules : own,
    isUnreadable: isInherited && organization.isError,
  };
}
