import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { knownUsers, type User } from '@bindery/contracts';
import { Answers, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { presentUser } from './user.presenter';
import { UserRepository } from './user.repository';

/** Users to whom content refers, as far as the caller may know them. */
@Controller()
export class KnownUsersController {
  constructor(
    private readonly users: UserRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** Those with whom the caller shares an organization, and the caller. Guests do not get to know addresses. */
  @Answers(knownUsers)
  async cards({ ids, principal }: BatchRequest): Promise<Record<string, User>> {
    const shared = await this.users.membersAmong(ids, Object.keys(principal.organizations));
    const known = new Set([principal.user, ...shared.map(({ user }) => user)]);
    const withEmail = new Set([
      principal.user,
      ...shared.flatMap(({ user, organization }) => (principal.organizations[organization]!.role ? [user] : [])),
    ]);
    const found = await this.users.byIds(ids.filter((id) => known.has(id)));
    return Object.fromEntries(
      found.map((user) => [user.id, presentUser(user, this.config.PUBLIC_URL, withEmail.has(user.id))]),
    );
  }
}
