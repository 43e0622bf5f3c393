import { Controller, Inject } from '@nestjs/common';
import { checkMergeRules } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conflict,
  forbidden,
  notFound,
  knownOrganizations,
  organizationCards,
  organizations as contract,
  requires,
  sites,
  type Organization,
  type Principal,
  type RequestOf,
  type UpdateOrganization,
} from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, Outbox, RpcClient, type BatchRequest } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { DomainOwnership } from '../domains/domain-ownership';
import { MemberRepository, signInRemedy } from '../members/member.repository';
import { SubjectRepository } from '../members/subject.repository';
import { CredentialRepository } from '../tokens/credential.repository';
import type { OrganizationEntity } from '../organizations/organization.entity';
import { organizationDeleted } from '../organizations/organization.events';
import { permissionsIn } from '../organizations/organization.policy';
import { presentOrganization, presentStrangersOrganization } from '../organizations/organization.presenter';
import {
  isHostnameTaken,
  OrganizationRepository,
  type OrganizationSettings,
} from '../organizations/organization.repository';

@Controller()
export class OrganizationsController {
  private readonly settings;

  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly subjects: SubjectRepository,
    private readonly domains: DomainOwnership,
    private readonly credentials: CredentialRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) private readonly identity: IdentityConfig,
  ) {
    this.settings = { publicUrl: config.PUBLIC_URL, identity };
  }

  @Handles(contract.listOrganizationsForAuthenticatedUser)
  async list({ query, principal }: RequestOf<typeof contract.listOrganizationsForAuthenticatedUser>) {
    const page = await paginate(query, {
      scope: ['organizations', principal.user],
      rows: (after, limit) => this.organizations.list(principal, after, limit),
      position: ({ title, id }) => ({ value: title, id }),
      count: () => this.organizations.count(principal),
    });
    return { ...page, items: page.items.map((organization) => this.present(organization, principal)) };
  }

  @Handles(contract.createOrganization)
  async create({ body, principal }: RequestOf<typeof contract.createOrganization>) {
    if (this.identity.ORGANIZATION_CREATION === 'closed')
      throw forbidden('This installation does not allow new organizations');
    await this.credentials.requireUnconfined(principal.token);
    const id = newId();
    const emailDomains = await this.domains.accept(id, body.emailDomains ?? [], []);
    return this.mutations.run({ organization: id, target: { type: 'organization', id } }, async () => {
      const { title, type = 'business', useCase = null } = body;
      const organization = await this.organizations.insert({ id, title, type, useCase, emailDomains });
      await this.members.add(id, principal.user, 'admin');
      return presentOrganization(organization, { role: 'admin', teams: {} }, this.settings);
    });
  }

  @Handles(contract.getOrganizationById)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationById>) {
    return this.present(await this.load(principal, params.organizationId), principal);
  }

  @Handles(contract.updateOrganizationById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationById>) {
    const organization = await this.load(principal, params.organizationId);
    const { id } = organization;
    requires(permissionsIn(principal, id).admin);
    await checkMergeRules(body.mergeRules, (users) => this.subjects.members(id, users));
    if (body.defaultContent) await this.checkSite(principal, id, body.defaultContent.site);
    const settings = settingsOf(body);
    if (body.emailDomains)
      settings.emailDomains = await this.domains.accept(id, body.emailDomains, organization.emailDomains);
    return this.mutations
      .run(targetOf(organization), async () => {
        // Locks the organization, as changes of its administrators do.
        const changed = await this.organizations.update(id, settings);
        if (settings.sso) await this.members.requireAdministrator(id, signInRemedy);
        return this.present(changed, principal);
      })
      .catch((error: unknown) => {
        throw isHostnameTaken(error) ? conflict('hostname is taken by another organization') : error;
      });
  }

  @Handles(contract.deleteOrganizationById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOrganizationById>) {
    const organization = await this.organizations.find(principal, params.organizationId);
    if (!organization) return;
    const { id } = organization;
    requires(permissionsIn(principal, id).admin);
    await this.mutations.run(targetOf(organization), async () => {
      const purgeAfter = await this.organizations.delete(id, this.clock());
      await this.outbox.add(organizationDeleted(organization, purgeAfter));
    });
  }

  @HandlesBatch(knownOrganizations)
  async known({ ids, principal }: BatchRequest): Promise<Record<string, Organization>> {
    const found = await this.organizations.findAll(principal, ids);
    return Object.fromEntries(found.map((organization) => [organization.id, this.present(organization, principal)]));
  }

  @HandlesBatch(organizationCards)
  async cards({ ids, principal }: BatchRequest): Promise<Record<string, Organization>> {
    const found = await this.organizations.byIds(ids);
    return Object.fromEntries(
      found.map((organization) => [
        organization.id,
        principal.organizations[organization.id]
          ? this.present(organization, principal)
          : presentStrangersOrganization(organization, this.settings),
      ]),
    );
  }

  /** Throws 404 when the site does not belong to the organization. */
  private async checkSite(principal: Principal, organizationId: string, siteId: string): Promise<void> {
    await this.rpc.call(sites.getSiteById, { principal, params: { organizationId, siteId } });
  }

  private async load(principal: Principal, id: string): Promise<OrganizationEntity> {
    const organization = await this.organizations.find(principal, id);
    if (!organization) throw notFound('Organization');
    return organization;
  }

  private present(organization: OrganizationEntity, principal: Principal) {
    return presentOrganization(
      organization,
      principal.organizations[organization.id] ?? { role: null, teams: {} },
      this.settings,
    );
  }
}

/** Only the fields that the caller sent: absent leaves, null clears. */
function settingsOf(body: UpdateOrganization): OrganizationSettings {
  const { title, emailDomains, hostname, defaultRole, defaultContent, logo, sso, ai, inviteLinks, mergeRules } = body;
  const settings = {
    title,
    tokenLifetimeDays: body.tokenLifetimeDays,
    emailDomains,
    hostname,
    defaultRole,
    defaultContent,
    logo,
    sso,
    ai,
    agents: body.agents,
    inviteLinks,
    mergeRules,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

const targetOf = ({ id, version }: OrganizationEntity) => ({
  organization: id,
  target: { type: 'organization', id },
  version,
  row: { table: 'organization', key: { id } },
});
