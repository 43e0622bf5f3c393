import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conflict,
  forbidden,
  notFound,
  organizations as contract,
  requires,
  type Principal,
  type RequestOf,
  type UpdateOrganization,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import type { OrganizationEntity } from './organization.entity';
import { presentOrganization } from './organization.presenter';
import { isHostnameTaken, OrganizationRepository, type OrganizationSettings } from './organization.repository';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) private readonly identity: IdentityConfig,
  ) {}

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
      throw forbidden('New organizations are closed on this installation');
    const id = newId();
    return this.mutations.run({ organization: id, target: { type: 'organization', id } }, async () => {
      const { title, type = 'business', useCase = null, emailDomains = [] } = body;
      const organization = await this.organizations.insert({ id, title, type, useCase, emailDomains });
      await this.organizations.addMember(id, principal.user, 'admin');
      return presentOrganization(organization, { role: 'admin', teams: {} }, this.config.PUBLIC_URL);
    });
  }

  @Handles(contract.getOrganizationById)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationById>) {
    return this.present(await this.load(principal, params.organizationId), principal);
  }

  @Handles(contract.updateOrganizationById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationById>) {
    const organization = await this.load(principal, params.organizationId);
    const { id, version } = organization;
    requires(organizationPermissions(principal.organizations[id]!.role).admin);
    return this.mutations
      .run({ organization: id, target: { type: 'organization', id }, version }, async () =>
        this.present(await this.organizations.update(id, settingsOf(body)), principal),
      )
      .catch((error: unknown) => {
        throw isHostnameTaken(error) ? conflict('hostname is taken by another organization') : error;
      });
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
      this.config.PUBLIC_URL,
    );
  }
}

/** Only the fields that were sent: absent leaves, null clears. */
function settingsOf(body: UpdateOrganization): OrganizationSettings {
  const { title, emailDomains, hostname, defaultRole, defaultContent, logo, sso, ai, inviteLinks, mergeRules } = body;
  const settings = {
    title,
    emailDomains,
    hostname,
    defaultRole,
    defaultContent,
    logo,
    sso,
    ai,
    inviteLinks,
    mergeRules,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
