import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { notFound, requires, teams as contract, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { Database, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { permissionsIfVisible, permissionsInTeam } from './team-access';
import { TeamMemberRepository } from './team-member.repository';
import { presentTeamMember } from './team.presenter';
import { TeamRepository, type TeamRow } from './team.repository';
import { targetOf } from './teams.controller';
import { UpdateTeamMembers } from './update-team-members';

@Controller()
export class TeamMembersController {
  constructor(
    private readonly teams: TeamRepository,
    private readonly members: TeamMemberRepository,
    private readonly updateMembers: UpdateTeamMembers,
    private readonly mutations: Mutations,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listTeamMembersInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listTeamMembersInOrganizationById>) {
    const { organizationId, teamId } = params;
    const { view } = permissionsInTeam(principal, organizationId, teamId);
    const team = await this.teams.find(organizationId, teamId);
    if (!team) throw notFound('Team');
    const page = await paginate(query, {
      scope: ['team members', teamId],
      rows: (after, limit) => this.members.list(team, after, limit),
      position: ({ addedAt, id }) => ({ value: addedAt.toISOString(), id }),
      count: () => Promise.resolve(team.members),
    });
    const caller = { view, isGuest: !principal.organizations[organizationId]?.role };
    return { ...page, items: page.items.map((member) => presentTeamMember(member, caller, this.config.PUBLIC_URL)) };
  }

  @Handles(contract.updateMembersInOrganizationTeam)
  update({ params, body, principal }: RequestOf<typeof contract.updateMembersInOrganizationTeam>) {
    return this.change(principal, params, (team) => this.updateMembers.run(team, body));
  }

  @Handles(contract.addMemberToOrganizationTeamById)
  set({ params, body, principal }: RequestOf<typeof contract.addMemberToOrganizationTeamById>) {
    return this.change(principal, params, async (team) => {
      const ids = await this.members.resolve(team.organizationId, [params.userId]);
      const user = ids.get(params.userId);
      if (!user) throw notFound('Member');
      if (body.role) await this.members.set(team, new Map([[user, body.role]]));
      else await this.members.add(team, [user]);
      await this.members.touch(team);
    });
  }

  @Handles(contract.deleteMemberFromOrganizationTeamById)
  async remove({ params, principal }: RequestOf<typeof contract.deleteMemberFromOrganizationTeamById>) {
    const { organizationId, teamId, userId } = params;
    const permissions = permissionsIfVisible(principal, organizationId, teamId);
    if (!permissions) return;
    await this.db.transaction(async () => {
      const team = await this.teams.lock(organizationId, teamId);
      if (!team) return;
      // Every member may leave a team.
      requires(permissions.admin || userId === principal.user);
      if (!(await this.members.has(team, userId))) return;
      await this.mutations.run(targetOf(team), () => this.updateMembers.run(team, { remove: [userId] }));
    });
  }

  private change(
    principal: Principal,
    { organizationId, teamId }: { organizationId: string; teamId: string },
    work: (team: TeamRow) => Promise<void>,
  ): Promise<void> {
    const permissions = permissionsInTeam(principal, organizationId, teamId);
    return this.db.transaction(async () => {
      const team = await this.teams.lock(organizationId, teamId);
      if (!team) throw notFound('Team');
      requires(permissions.admin);
      await this.mutations.run(targetOf(team), () => work(team));
    });
  }
}
