import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  memberCards,
  memberKey,
  members as contract,
  notFound,
  requires,
  type OrganizationMember,
  type PingResult,
  type RequestOf,
} from '@bindery/contracts';
import { HandlesBatch, currentCall, Handles, Mutations, Outbox, type BatchRequest } from '@bindery/messaging';
import { Database, paginate } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { permissionsIn } from '../organizations/organization.policy';
import { memberRemoved } from './member.events';
import { presentMember } from './member.presenter';
import { MemberRepository, signInRemedy, type MemberRow } from './member.repository';
import { signVisitorClaims } from './visitor-claims';

@Controller()
export class MembersController {
  constructor(
    private readonly members: MemberRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(contract.listMembersInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listMembersInOrganizationById>) {
    const { organizationId } = params;
    requires(permissionsIn(principal, organizationId).listMembers);
    const { order, role, search, sort } = query;
    const filter = { order, role, search, sort };
    const page = await paginate(query, {
      scope: ['members', organizationId, filter],
      rows: (after, limit) => this.members.list(organizationId, filter, after, limit),
      position: ({ id, joinedAt, lastSeenAt }) => ({
        value: (sort === 'lastSeenAt' ? lastSeenAt! : joinedAt).toISOString(),
        id,
      }),
      count: () => this.members.count(organizationId, filter),
    });
    return { ...page, items: page.items.map((member) => this.present(member)) };
  }

  @Handles(contract.getMemberInOrganizationById)
  async get({ params, principal }: RequestOf<typeof contract.getMemberInOrganizationById>) {
    const { organizationId, userId } = params;
    const permissions = permissionsIn(principal, organizationId);
    requires(permissions.listMembers || userId === principal.user);
    return this.present(await this.load(organizationId, userId));
  }

  @Handles(contract.removeMemberFromOrganizationById)
  async remove({ params, principal }: RequestOf<typeof contract.removeMemberFromOrganizationById>) {
    const { organizationId, userId } = params;
    if (!principal.organizations[organizationId]) return;
    requires(permissionsIn(principal, organizationId).admin || userId === principal.user);
    await this.db.transaction(async () => {
      await this.members.lockAdministrators(organizationId);
      const member = await this.members.find(organizationId, userId);
      if (!member) return;
      await this.change(member, async () => {
        await this.members.remove(member, userId !== principal.user);
        await this.outbox.add(memberRemoved(member));
      });
    });
  }

  @Handles(contract.updateMemberInOrganizationById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateMemberInOrganizationById>) {
    const { organizationId, userId } = params;
    requires(permissionsIn(principal, organizationId).admin);
    return this.db.transaction(async () => {
      await this.members.lockAdministrators(organizationId);
      const member = await this.load(organizationId, userId);
      const { role = member.role, disabled = member.disabled } = body;
      return this.change(member, async () => {
        await this.members.update(member, { role, disabled, sso: member.sso });
        return this.present(await this.load(organizationId, userId));
      });
    });
  }

  @Handles(contract.setUserAsSSOMemberForOrganization)
  async setSSO({ params, principal }: RequestOf<typeof contract.setUserAsSSOMemberForOrganization>) {
    const { organizationId, userId } = params;
    requires(permissionsIn(principal, organizationId).admin);
    return this.db.transaction(async () => {
      await this.members.lockAdministrators(organizationId);
      const member = await this.load(organizationId, userId);
      const work = async () => {
        await this.members.update(member, { ...member, sso: true });
        return this.present(await this.load(organizationId, userId));
      };
      return this.change(member, work, signInRemedy);
    });
  }

  @Handles(contract.updateOrganizationMemberLastSeenAt)
  async ping({ params, principal }: RequestOf<typeof contract.updateOrganizationMemberLastSeenAt>) {
    const { organizationId } = params;
    permissionsIn(principal, organizationId);
    return this.db.transaction(async (): Promise<PingResult> => {
      const noted = await this.members.seen(organizationId, principal.user);
      const member = await this.load(organizationId, principal.user);
      const answer = async () => ({
        serviceVisitorClaims: await signVisitorClaims(member, this.config.SECRET_KEY, this.clock()),
      });
      // A call with an idempotency key needs its answer stored, whether or not this call is the one that writes.
      const remembered = currentCall()?.envelope.idempotencyKey !== undefined;
      return noted || remembered ? this.mutations.run(targetOf(member), answer) : answer();
    });
  }

  @HandlesBatch(memberCards)
  async cards({ ids }: BatchRequest): Promise<Record<string, OrganizationMember>> {
    const pairs = ids.map((key) => key.split('/'));
    const found = await this.members.findAll(
      pairs.map(([organization = '']) => organization),
      pairs.map(([, user = '']) => user),
    );
    return Object.fromEntries(
      found.map((member) => [memberKey(member.organizationId, member.id), this.present(member)]),
    );
  }

  /** Changes a member unless that would leave the organization without an administrator who can sign in. */
  private change<T>(member: MemberRow, work: () => Promise<T>, remedy = 'appoint another one first'): Promise<T> {
    return this.mutations.run(targetOf(member), async () => {
      const result = await work();
      const administrator = member.role === 'admin' && !member.disabled;
      if (administrator) await this.members.requireAdministrator(member.organizationId, remedy);
      return result;
    });
  }

  private async load(organization: string, user: string): Promise<MemberRow> {
    const member = await this.members.find(organization, user);
    if (!member) throw notFound('Member');
    return member;
  }

  private present(member: MemberRow) {
    return presentMember(member, this.config.PUBLIC_URL);
  }
}

const targetOf = ({ organizationId, id, version }: MemberRow) => ({
  organization: organizationId,
  target: { type: 'member', id },
  version,
});
