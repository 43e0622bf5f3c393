import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { knownUsers, organizationCards, type Organization, type User } from '@bindery/contracts';
import { Answers, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { presentUser } from '../users/user.presenter';
import { UserRepository } from '../users/user.repository';
import { presentOrganization } from './organization.presenter';
import { OrganizationRepository } from './organization.repository';

/** Organizations and users that content refers to, as the caller may see them. */
@Controller()
export class ReferenceCardsController {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) private readonly identity: IdentityConfig,
  ) {}

  @Answers(organizationCards)
  async organizationCards({ ids, principal }: BatchRequest): Promise<Record<string, Organization>> {
    const settings = { publicUrl: this.config.PUBLIC_URL, identity: this.identity };
    const found = await this.organizations.findAll(principal, ids);
    return Object.fromEntries(
      found.map((organization) => {
        const { id } = organization;
        return [id, presentOrganization(organization, principal.organizations[id]!, settings)];
      }),
    );
  }

  /** Those with whom the caller shares an organization, and the caller. Guests do not get to know addresses. */
  @Answers(knownUsers)
  async knownUsers({ ids, principal }: BatchRequest): Promise<Record<string, User>> {
    const shared = await this.users.membersAmong(ids, Object.keys(principal.organizations));
    const withEmail = (user: string) =>
      user === principal.user ||
      shared.some((one) => one.user === user && principal.organizations[one.organization]!.role !== null);
    const known = new Set([principal.user, ...shared.map(({ user }) => user)]);
    const found = await this.users.byIds(ids.filter((id) => known.has(id)));
    return Object.fromEntries(
      found.map((user) => [user.id, presentUser(user, this.config.PUBLIC_URL, withEmail(user.id))]),
    );
  }
}
