import { Injectable } from '@nestjs/common';
import { auditEvent, forbidden, type signInActions } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { memberJoined } from '../members/member.events';
import { FormerMemberRepository } from '../members/former-member.repository';
import { MemberRepository } from '../members/member.repository';
import { TeamMemberRepository } from '../teams/team-member.repository';
import { TeamRepository, type TeamRow } from '../teams/team.repository';
import type { UserEntity } from '../users/user.entity';
import { refused } from './refusal';
import type { ActiveSamlProvider } from './saml-provider.entity';
import { SamlProviderRepository } from './saml-provider.repository';
import { SamlSignInRepository } from './saml-sign-in.repository';

/** Links a provider's subject to a user, and makes the user a member of the provider's organization. */
@Injectable()
export class LinkSamlIdentity {
  constructor(
    private readonly providers: SamlProviderRepository,
    private readonly signIns: SamlSignInRepository,
    private readonly members: MemberRepository,
    private readonly formerMembers: FormerMemberRepository,
    private readonly teams: TeamRepository,
    private readonly teamMembers: TeamMemberRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Returns the provider, which may have been deleted or disabled since the user was redirected to it. */
  async link(providerId: string, subject: string, user: UserEntity, groups?: string[]): Promise<ActiveSamlProvider> {
    const provider = await this.providers.active(providerId);
    if (!provider) throw refused('the provider is not enabled');
    await this.signIns.link(providerId, subject, user.id);
    await this.join(provider, user, groups);
    return provider;
  }

  /**
   * Makes the user a member with the provider's default role and team; an existing member stays unchanged, except for
   * the teams that are mapped from groups: those follow the provider's claims, if it sends any.
   */
  async join(provider: ActiveSamlProvider, user: UserEntity, groups?: string[]): Promise<void> {
    const { organizationId, defaultTeam } = provider;
    const role = await this.roleOf(provider, user);
    const joined = role !== undefined && (await this.members.add(organizationId, user.id, role, true));
    const member = await this.members.find(organizationId, user.id);
    if (!member || member.disabled) throw forbidden('An administrator disabled your membership of the organization');
    if (groups) await this.followGroups(provider, user, groups);
    if (!joined) return;
    const team = defaultTeam ? await this.teams.find(organizationId, defaultTeam) : undefined;
    if (team) await this.teamMembers.add(team, [user.id]);
    const { version } = member;
    await this.outbox.add(memberJoined({ organization: organizationId, user: user.id, role, version }, user.id));
  }

  /** The role with which the user joins; undefined for a member. Throws 403 for a user whom an administrator removed. */
  private async roleOf({ organizationId, defaultRole }: ActiveSamlProvider, { id }: UserEntity) {
    if (await this.members.find(organizationId, id)) return undefined;
    return this.formerMembers.roleOnReturn(organizationId, id, defaultRole);
  }

  private async followGroups(provider: ActiveSamlProvider, user: UserEntity, groups: string[]): Promise<void> {
    const named = provider.groups?.teams ?? [];
    const wanted = new Set(named.flatMap(({ group, team }) => (groups.includes(group) ? [team] : [])));
    // In one order, so that two concurrent sign-ins do not deadlock.
    for (const id of [...new Set(named.map(({ team }) => team))].sort()) {
      const team = await this.teams.find(provider.organizationId, id);
      if (!team || (await this.teamMembers.has(team, user.id)) === wanted.has(id)) continue;
      // More teams than a member may be in must not prevent the sign-in.
      if (wanted.has(id) && !(await this.teamMembers.hasRoom(provider.organizationId, user.id))) continue;
      if (wanted.has(id)) await this.teamMembers.add(team, [user.id]);
      else await this.teamMembers.remove(team, [user.id]);
      await this.teamMembers.touch(team);
      await this.audit(provider, team, user, wanted.has(id) ? 'joinTeamOfGroup' : 'leaveTeamOfGroup');
    }
  }

  private audit(
    { id: samlProviderId, organizationId: organization }: ActiveSamlProvider,
    { id, version }: TeamRow,
    { id: actor }: UserEntity,
    action: keyof typeof signInActions,
  ): Promise<void> {
    const target = { type: 'team', id };
    const record = { action, organization, actor, token: '', target, params: { userId: actor, samlProviderId } };
    return this.outbox.add(auditEvent('identity', record, { version }));
  }
}
