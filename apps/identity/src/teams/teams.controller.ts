import { Controller } from '@nestjs/common';
import {
  notFound,
  requires,
  teams as contract,
  type OrganizationTeam,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { MemberRepository } from '../members/member.repository';
import { permissionsIn } from '../organizations/organization.policy';
import { permissionsIfVisible, permissionsInTeam } from './team-access';
import { teamDeleted } from './team.events';
import { presentTeam } from './team.presenter';
import { TeamRepository, type TeamRow } from './team.repository';
import { UpdateTeamMembers } from './update-team-members';

@Controller()
export class TeamsController {
  constructor(
    private readonly teams: TeamRepository,
    private readonly members: MemberRepository,
    private readonly updateMembers: UpdateTeamMembers,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  @Handles(contract.listTeamsInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listTeamsInOrganizationById>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).listTeams);
    const { title, owner } = query;
    const manager = owner ? await this.members.find(organizationId, owner) : undefined;
    // An administrator manages every team, whoever owns it.
    const filter = { title, owner: manager?.role === 'admin' ? undefined : owner };
    const page = await paginate(query, {
      scope: ['teams', organizationId, title, owner],
      rows: (after, limit) => this.teams.list(organizationId, filter, after, limit),
      position: ({ title, id }) => ({ value: title, id }),
      count: () => this.teams.count(organizationId, filter),
    });
    return { ...page, items: page.items.map((team) => present(team, principal)) };
  }

  @Handles(contract.listTeamsForOrganizationMember)
  async listOfMember({ params, query, principal }: RequestOf<typeof contract.listTeamsForOrganizationMember>) {
    const { organizationId, userId } = params;
    requires(permissionsIn(principal, organizationId).listTeams || userId === principal.user);
    if (!(await this.members.find(organizationId, userId))) throw notFound('Member');
    const page = await paginate(query, {
      scope: ['member teams', organizationId, userId, query.title],
      rows: (after, limit) => this.teams.listOfMember(organizationId, userId, query.title, after, limit),
      position: ({ title, id }) => ({ value: title, id }),
      count: () => this.teams.countOfMember(organizationId, userId, query.title),
    });
    const items = page.items.map((team) => ({ team: present(team, principal), member: { role: team.role } }));
    return { ...page, items };
  }

  @Handles(contract.createOrganizationTeam)
  async create({ params, body, principal }: RequestOf<typeof contract.createOrganizationTeam>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).admin);
    const id = newId();
    // A new team has no version that a client could know.
    const subject = { organization: organizationId, target: { type: 'team', id }, version: 0 };
    return this.mutations.run(subject, async () => {
      await this.teams.insert({ id, organizationId, title: body.title });
      const team = await this.load(organizationId, id);
      await this.updateMembers.run(team, { add: body.members }, 'body.members');
      return present(await this.load(organizationId, id), principal);
    });
  }

  @Handles(contract.getTeamInOrganizationById)
  async get({ params, principal }: RequestOf<typeof contract.getTeamInOrganizationById>) {
    const { organizationId, teamId } = params;
    permissionsInTeam(principal, organizationId, teamId);
    return present(await this.load(organizationId, teamId), principal);
  }

  @Handles(contract.updateTeamInOrganizationById)
  async rename({ params, body, principal }: RequestOf<typeof contract.updateTeamInOrganizationById>) {
    const { organizationId, teamId } = params;
    const permissions = permissionsInTeam(principal, organizationId, teamId);
    return this.db.transaction(async () => {
      const team = await this.teams.lock(organizationId, teamId);
      if (!team) throw notFound('Team');
      requires(permissions.admin);
      return this.mutations.run(targetOf(team), async () => {
        await this.teams.rename(team, body.title);
        return present(await this.load(organizationId, teamId), principal);
      });
    });
  }

  @Handles(contract.removeTeamFromOrganizationById)
  async delete({ params, principal }: RequestOf<typeof contract.removeTeamFromOrganizationById>) {
    const { organizationId, teamId } = params;
    const permissions = permissionsIfVisible(principal, organizationId, teamId);
    if (!permissions) return;
    await this.db.transaction(async () => {
      const team = await this.teams.lock(organizationId, teamId);
      if (!team) return;
      requires(permissions.admin);
      await this.mutations.run(targetOf(team), async () => {
        await this.teams.delete(team);
        await this.outbox.add(teamDeleted(team));
      });
    });
  }

  private async load(organization: string, id: string): Promise<TeamRow> {
    const team = await this.teams.find(organization, id);
    if (!team) throw notFound('Team');
    return team;
  }
}

const present = (team: TeamRow, principal: Principal): OrganizationTeam =>
  presentTeam(team, principal.organizations[team.organizationId]!);

/** The target of a mutation of a team. */
export const targetOf = ({ organizationId, id, version }: TeamRow) => ({
  organization: organizationId,
  target: { type: 'team', id },
  version,
});
