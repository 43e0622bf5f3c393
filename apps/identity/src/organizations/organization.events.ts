import * as contracts from '@bindery/contracts';
import type { OrganizationEntity } from './organization.entity';

/** Gets the organization as it was before; the deletion raises its version. */
export const organizationDeleted = (row: Pick<OrganizationEntity, 'id' | 'version'>, purgeAfter: Date) => {
  const { id, version } = contracts.raiseVersion(row);
  return contracts.organizationDeleted({
    organization: id,
    aggregate: id,
    version,
    payload: { purgeAfter: purgeAfter.toISOString() },
  });
};
