import { teamPermissions } from '@bindery/authorization';
import {
  composed,
  spaceViewerKey,
  type OrganizationTeam,
  type OrganizationTeamMember,
  type PrincipalMembership,
} from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentMember } from '../members/member.presenter';
import type { TeamMemberRow } from './team-member.repository';
import type { TeamRow } from './team.repository';

/** A team as a member of the organization sees it. The gateway adds the number of spaces. */
export function presentTeam(team: TeamRow, { role, teams }: PrincipalMembership): OrganizationTeam {
  const { id, organizationId, title, members, createdAt, version } = team;
  const presented: OrganizationTeam = {
    object: 'team',
    id,
    title,
    members,
    spaces: composed<number>(spaceViewerKey({ type: 'team', organization: organizationId, subject: id })),
    createdAt: createdAt.toISOString(),
    permissions: teamPermissions(role, teams[id]),
  };
  return withVersion(presented, version);
}

/** A member of a team; addresses are hidden from guests. */
export function presentTeamMember(
  member: TeamMemberRow,
  caller: { view: boolean; isGuest: boolean },
  publicUrl: string,
): OrganizationTeamMember {
  return {
    organization: presentMember(member, publicUrl, !caller.isGuest),
    team: { role: member.teamRole },
    permissions: { view: caller.view },
  };
}
