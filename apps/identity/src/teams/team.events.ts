import * as contracts from '@bindery/contracts';
import type { TeamEntity } from './team.entity';

/** Gets the team as it was before; the deletion raises its version. */
export const teamDeleted = (team: TeamEntity) => {
  const { id, organizationId, version } = contracts.raiseVersion(team);
  return contracts.teamDeleted({ organization: organizationId, aggregate: id, version, payload: { team: id } });
};
