import type { MemberRow } from '../src/members/member.repository';
import { memberRemoved } from '../src/members/member.events';
import { organizationDeleted } from '../src/organizations/organization.events';
import type { TeamEntity } from '../src/teams/team.entity';
import { teamDeleted } from '../src/teams/team.events';

const row = { id: 'a', organizationId: 'o', version: 3 };

it.each([
  ['an organization', organizationDeleted(row, new Date(0))],
  ['a member', memberRemoved(row as MemberRow)],
  ['a team', teamDeleted(row as TeamEntity)],
])('the deletion of %s has a version of its own', (_, { aggregate, version }) => {
  expect({ aggregate, version }).toEqual({ aggregate: 'a', version: 4 });
});
