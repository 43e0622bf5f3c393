import * as contracts from '@bindery/contracts';
import type { TeamEntity } from './team.entity';

export const teamDeleted = ({ id, organizationId, version }: TeamEntity) =>
  contracts.teamDeleted({ organization: organizationId, aggregate: id, version, payload: { team: id } });
