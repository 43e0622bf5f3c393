import * as contracts from '@bindery/contracts';
import type { OrganizationEntity } from './organization.entity';

/** Gets the organization as it was before. */
export const organizationDeleted = ({ id, version }: Pick<OrganizationEntity, 'id' | 'version'>, purgeAfter: Date) =>
  contracts.organizationDeleted({
    organization: id,
    aggregate: id,
    version: version + 1,
    payload: { purgeAfter: purgeAfter.toISOString() },
  });
