import { Controller } from '@nestjs/common';
import {
  notFound,
  subjects as contract,
  teamCards,
  type Membership,
  type OrganizationTeam,
  type RequestOf,
} from '@bindery/contracts';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { presentTeam } from './team.presenter';
import { TeamRepository } from './team.repository';
import { MemberRepository } from '../members/member.repository';
import { SubjectRepository } from '../members/subject.repository';

/** Internal operations on users and teams that get access, for other services. */
@Controller()
export class SubjectsController {
  constructor(
    private readonly subjects: SubjectRepository,
    private readonly members: MemberRepository,
    private readonly teams: TeamRepository,
  ) {}

  @Handles(contract.findSubjects)
  async find({ body: { organization, users, teams } }: RequestOf<typeof contract.findSubjects>) {
    const [members, known] = await Promise.all([
      this.subjects.members(organization, users),
      this.subjects.teams(organization, teams),
    ]);
    return { users: members, teams: known };
  }

  @Handles(contract.findMembership)
  async membership({ body: { organization, user } }: RequestOf<typeof contract.findMembership>): Promise<Membership> {
    const member = await this.members.find(organization, user);
    if (!member) throw notFound('Member');
    const { role, disabled, teamIds } = member;
    return disabled ? { role: null, teams: [], disabled } : { role, teams: teamIds, disabled };
  }

  @Handles(contract.resolveAccess)
  async resolve({ body: { after, limit, ...wanted } }: RequestOf<typeof contract.resolveAccess>) {
    const [users, count] = await Promise.all([
      this.subjects.withAccess(wanted, after, limit),
      this.subjects.countWithAccess(wanted),
    ]);
    return { users, count };
  }

  @HandlesBatch(teamCards)
  async cards({ ids, principal }: BatchRequest): Promise<Record<string, OrganizationTeam>> {
    const teams = await this.teams.ofOrganizations(Object.keys(principal.organizations), ids);
    return Object.fromEntries(
      teams.map((team) => [team.id, presentTeam(team, principal.organizations[team.organizationId]!)]),
    );
  }
}
