import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  forbidden,
  invalid,
  notFound,
  organizations as contract,
  type Principal,
  type RequestOf,
  type Subdomain,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { DomainOwnership } from '../domains/domain-ownership';
import { domainOf, normalDomain } from '../domains/email-address';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { memberJoined } from '../members/member.events';
import { FormerMemberRepository } from '../members/former-member.repository';
import { MemberRepository } from '../members/member.repository';
import { CredentialRepository } from '../tokens/credential.repository';
import { UserRepository } from '../users/user.repository';
import type { OrganizationEntity } from '../organizations/organization.entity';
import { presentOrganization } from '../organizations/organization.presenter';
import { OrganizationRepository } from '../organizations/organization.repository';

/** Lists the organizations that a user may join, and joins them. */
@Controller()
export class JoinController {
  private readonly settings;

  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly formerMembers: FormerMemberRepository,
    private readonly users: UserRepository,
    private readonly credentials: CredentialRepository,
    private readonly domains: DomainOwnership,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CONFIG) config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) identity: IdentityConfig,
  ) {
    this.settings = { publicUrl: config.PUBLIC_URL, identity };
  }

  @Handles(contract.joinOrganization)
  async join({ params, principal }: RequestOf<typeof contract.joinOrganization>) {
    const { organizationId } = params;
    if (principal.organizations[organizationId]) return;
    await this.credentials.requireUnconfined(principal.token);
    const domain = await this.verifiedDomain(principal);
    if (!domain) throw invalid('email', 'Your e-mail address is not verified');
    const organization = await this.organizations.listing(organizationId, domain);
    if (!organization || (await this.domains.owners(domain, [organizationId])).length === 0)
      throw notFound('Organization');
    if (organization.sso) throw forbidden('This organization admits users through its identity provider only');
    const subject = { organization: organizationId, target: { type: 'member', id: principal.user } };
    await this.db.transaction(async () => {
      const role = await this.formerMembers.roleOnReturn(organizationId, principal.user, organization.defaultRole);
      if (!(await this.members.add(organizationId, principal.user, role)))
        return this.refuseDisabled(organizationId, principal);
      await this.mutations.run(subject, () =>
        this.outbox.add(memberJoined({ organization: organizationId, user: principal.user, role })),
      );
    });
  }

  @Handles(contract.getOrganizationsForEmailDomain)
  async ofDomain({ params, principal }: RequestOf<typeof contract.getOrganizationsForEmailDomain>) {
    const domain = normalDomain(params.emailDomain);
    // The owner of a domain is only reported to users who can read mail in it.
    if (!domain || domain !== (await this.verifiedDomain(principal))) throw notFound('Email domain');
    const organizations = await this.admitting(domain);
    return {
      organizations: organizations.map((organization) =>
        presentOrganization(
          organization,
          principal.organizations[organization.id] ?? { role: null, teams: {} },
          this.settings,
        ),
      ),
    };
  }

  @Handles(contract.getSubdomain)
  async subdomain({ params, principal }: RequestOf<typeof contract.getSubdomain>): Promise<Subdomain> {
    const organization = await this.organizations.byHostname(principal, params.subdomain);
    if (!organization) throw notFound('Subdomain');
    const target = { type: 'organization' as const, organization: organization.id };
    return { object: 'subdomain', subdomain: params.subdomain, target, isActive: true };
  }

  /** Rejects disabled members, who must not return by joining again. */
  private async refuseDisabled(organization: string, { user }: Principal): Promise<void> {
    if ((await this.members.find(organization, user))?.disabled) throw forbidden('Your membership is disabled');
  }

  private async verifiedDomain({ user }: Principal): Promise<string | undefined> {
    const found = await this.users.byId(user);
    return found?.emailVerifiedAt ? domainOf(found.email) : undefined;
  }

  /** The organizations that list the domain and own it. */
  private async admitting(domain: string): Promise<OrganizationEntity[]> {
    const listing = await this.organizations.ofDomain(domain);
    const owners = await this.domains.owners(
      domain,
      listing.map(({ id }) => id),
    );
    return listing.filter(({ id }) => owners.includes(id));
  }
}
