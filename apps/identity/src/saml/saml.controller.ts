import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  requires,
  saml as contract,
  type Principal,
  type RequestOf,
  type UpdateSAMLProvider,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { readCertificate } from './certificate';
import type { SamlProviderEntity } from './saml-provider.entity';
import { SamlProviderRepository, type SamlProviderSettings } from './saml-provider.repository';
import { presentLogin, presentProvider } from './saml.presenter';

@Controller()
export class SamlController {
  constructor(
    private readonly providers: SamlProviderRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listSAMLProvidersInOrganizationById)
  async list({ params, query, principal }: RequestOf<typeof contract.listSAMLProvidersInOrganizationById>) {
    const { organizationId } = params;
    requiresAdmin(principal, organizationId);
    const page = await paginate(query, {
      scope: ['saml', organizationId],
      rows: (after, limit) => this.providers.list(organizationId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.providers.count(organizationId),
    });
    return { ...page, items: page.items.map((provider) => this.present(provider)) };
  }

  @Handles(contract.createOrganizationSAMLProvider)
  async create({ params, body, principal }: RequestOf<typeof contract.createOrganizationSAMLProvider>) {
    const { organizationId } = params;
    requiresAdmin(principal, organizationId);
    const settings = settingsOf(body);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'saml-provider', id } }, async () =>
      this.present(await this.providers.insert({ ...settings, label: body.label, id, organizationId })),
    );
  }

  @Handles(contract.getOrganizationSAMLProviderById)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationSAMLProviderById>) {
    requiresAdmin(principal, params.organizationId);
    return this.present(await this.load(params));
  }

  @Handles(contract.updateOrganizationSAMLProvider)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationSAMLProvider>) {
    const { organizationId } = params;
    requiresAdmin(principal, organizationId);
    const { id, version } = await this.load(params);
    const settings = settingsOf(body);
    const target = { organization: organizationId, target: { type: 'saml-provider', id }, version };
    return this.mutations.run(target, async () => this.present(await this.providers.update(id, settings)));
  }

  @Handles(contract.deleteOrganizationSAMLProvider)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOrganizationSAMLProvider>) {
    const { organizationId, samlProviderId } = params;
    if (!(organizationId in principal.organizations)) return;
    requiresAdmin(principal, organizationId);
    const provider = await this.providers.find(organizationId, samlProviderId);
    if (!provider) return;
    await this.mutations.run({ organization: organizationId, target: { type: 'saml-provider', id: provider.id } }, () =>
      this.providers.delete(provider.id),
    );
  }

  @Handles(contract.listSSOProviderLoginsInOrganization)
  async logins({ params, principal }: RequestOf<typeof contract.listSSOProviderLoginsInOrganization>) {
    if (!(params.organizationId in principal.organizations)) throw notFound('Organization');
    const providers = await this.providers.activeOf([params.organizationId]);
    return { items: providers.map((provider) => presentLogin(provider, this.config.PUBLIC_URL)) };
  }

  private async load(params: { organizationId: string; samlProviderId: string }): Promise<SamlProviderEntity> {
    const provider = await this.providers.find(params.organizationId, params.samlProviderId);
    if (!provider) throw notFound('SAML provider');
    return provider;
  }

  private present(provider: SamlProviderEntity) {
    return presentProvider(provider, this.config.PUBLIC_URL);
  }
}

function requiresAdmin({ organizations }: Principal, organizationId: string): void {
  const membership = Object.hasOwn(organizations, organizationId) && organizations[organizationId];
  if (!membership) throw notFound('Organization');
  requires(organizationPermissions(membership.role).admin);
}

/** Only the fields that were sent: absent leaves, null clears. Throws 400 for a certificate that is of no use. */
function settingsOf({ label, entityID, certificate, ssoURL, defaultRole }: UpdateSAMLProvider): SamlProviderSettings {
  if (certificate !== undefined) readCertificate(certificate);
  const settings: SamlProviderSettings = { label, entityID, certificate, ssoURL, defaultRole };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
