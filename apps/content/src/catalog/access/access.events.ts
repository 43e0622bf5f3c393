import * as contracts from '@bindery/contracts';
import type { SubjectType } from './access-grant.repository';
import type { AccessTarget } from './access-target';

/** `role` is null where the users and teams lose their role. */
export const accessUpdated = (
  { type, id, organizationId }: AccessTarget,
  { user: users, team: teams }: Record<SubjectType, string[]>,
  role: contracts.MemberRole | null,
) =>
  contracts.accessUpdated({
    organization: organizationId,
    aggregate: id,
    version: 0,
    payload: { target: { type, id }, users, teams, role },
  });
