import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  invalid,
  notFound,
  requires,
  saml as contract,
  type OrganizationSAMLProvider,
  type Principal,
  type RequestOf,
  type SAMLGroups,
  type UpdateSAMLProvider,
} from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { MemberRepository } from '../members/member.repository';
import { permissionsIn } from '../organizations/organization.policy';
import { presentTeam } from '../teams/team.presenter';
import { TeamRepository, type TeamRow } from '../teams/team.repository';
import { readCertificate } from './certificate';
import type { SamlProviderEntity } from './saml-provider.entity';
import { SamlProviderRepository, type SamlProviderSettings } from './saml-provider.repository';
import { presentLogin, presentProvider } from './saml.presenter';
import { checkSsoUrl } from './sso-url';

@Controller()
export class SamlController {
  constructor(
    private readonly providers: SamlProviderRepository,
    private readonly members: MemberRepository,
    private readonly teams: TeamRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) private readonly identity: IdentityConfig,
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
    return { ...page, items: await this.presentAll(page.items, principal) };
  }

  @Handles(contract.createOrganizationSAMLProvider)
  async create({ params, body, principal }: RequestOf<typeof contract.createOrganizationSAMLProvider>) {
    const { organizationId } = params;
    requiresAdmin(principal, organizationId);
    const settings = await this.settingsOf(organizationId, body);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'saml-provider', id } }, async () =>
      this.present(await this.providers.insert({ ...settings, label: body.label, id, organizationId }), principal),
    );
  }

  @Handles(contract.getOrganizationSAMLProviderById)
  async get({ params, principal }: RequestOf<typeof contract.getOrganizationSAMLProviderById>) {
    requiresAdmin(principal, params.organizationId);
    return this.present(await this.load(params), principal);
  }

  @Handles(contract.updateOrganizationSAMLProvider)
  async update({ params, body, principal }: RequestOf<typeof contract.updateOrganizationSAMLProvider>) {
    const { organizationId } = params;
    requiresAdmin(principal, organizationId);
    const provider = await this.load(params);
    const settings = await this.settingsOf(organizationId, body);
    return this.mutations.run(targetOf(provider), async () =>
      this.present(await this.providers.update(provider.id, settings), principal),
    );
  }

  @Handles(contract.deleteOrganizationSAMLProvider)
  async delete({ params, principal }: RequestOf<typeof contract.deleteOrganizationSAMLProvider>) {
    const { organizationId, samlProviderId } = params;
    if (!(organizationId in principal.organizations)) return;
    requiresAdmin(principal, organizationId);
    const provider = await this.providers.find(organizationId, samlProviderId);
    if (!provider) return;
    await this.mutations.run(targetOf(provider), async () => {
      // In the order in which a sign-in through the provider locks them.
      await this.providers.delete(provider.id);
      await this.members.lockAdministrators(organizationId);
      await this.members.requireAdministrator(organizationId, deletionRemedy);
    });
  }

  @Handles(contract.listSSOProviderLoginsInOrganization)
  async logins({ params, principal }: RequestOf<typeof contract.listSSOProviderLoginsInOrganization>) {
    permissionsIn(principal, params.organizationId);
    const providers = await this.providers.activeOf([params.organizationId]);
    return { items: providers.map((provider) => presentLogin(provider, this.config.PUBLIC_URL)) };
  }

  private async load(params: { organizationId: string; samlProviderId: string }): Promise<SamlProviderEntity> {
    const provider = await this.providers.find(params.organizationId, params.samlProviderId);
    if (!provider) throw notFound('SAML provider');
    return provider;
  }

  private async present(provider: SamlProviderEntity, principal: Principal): Promise<OrganizationSAMLProvider> {
    return (await this.presentAll([provider], principal))[0]!;
  }

  /** Providers of one organization. */
  private async presentAll(providers: SamlProviderEntity[], principal: Principal): Promise<OrganizationSAMLProvider[]> {
    const organization = providers[0]?.organizationId ?? '';
    const membership = principal.organizations[organization]!;
    const ids = providers.flatMap(({ defaultTeam }) => defaultTeam ?? []);
    const teams = ids.length > 0 ? await this.teams.findAll(organization, ids) : new Map<string, TeamRow>();
    return providers.map((provider) => {
      const team = teams.get(provider.defaultTeam ?? '');
      return presentProvider(provider, team && presentTeam(team, membership), this.config.PUBLIC_URL);
    });
  }

  /** Only the fields that the caller sent: absent leaves, null clears. Throws 400 for an invalid certificate or team. */
  private async settingsOf(organizationId: string, body: UpdateSAMLProvider): Promise<SamlProviderSettings> {
    const { label, entityID, certificate, nextCertificate, ssoURL, defaultTeam, defaultRole, groups } = body;
    if (certificate !== undefined) readCertificate(certificate);
    if (nextCertificate) readCertificate(nextCertificate, 'nextCertificate');
    if (ssoURL !== undefined) checkSsoUrl(ssoURL, this.identity.OUTBOUND_ALLOW);
    if (defaultTeam && !(await this.teams.find(organizationId, defaultTeam)))
      throw invalid('body.defaultTeam', 'defaultTeam must be a team of the organization');
    if (groups) await this.checkGroups(organizationId, groups);
    const keys = { certificate, nextCertificate };
    const settings: SamlProviderSettings = { label, entityID, ...keys, ssoURL, defaultTeam, defaultRole, groups };
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  }

  private async checkGroups(organizationId: string, { teams }: SAMLGroups): Promise<void> {
    const known = await this.teams.findAll(
      organizationId,
      teams.map(({ team }) => team),
    );
    const unknown = teams.findIndex(({ team }) => !known.has(team));
    const field = `body.groups.teams[${unknown}].team`;
    if (unknown >= 0) throw invalid(field, `${field} must be a team of the organization`);
  }
}

const deletionRemedy =
  'set up another identity provider first, stop enforcing single sign-on, or appoint an administrator who signs in by e-mail';

function requiresAdmin(principal: Principal, organizationId: string): void {
  requires(permissionsIn(principal, organizationId).admin);
}

const targetOf = ({ id, organizationId, version }: SamlProviderEntity) => ({
  organization: organizationId,
  target: { type: 'saml-provider', id },
  version,
  row: { table: 'saml_provider', key: { id } },
});
