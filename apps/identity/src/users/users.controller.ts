import { Controller, Inject } from '@nestjs/common';
import { userCards, users as contract, notFound, type RequestOf, type User } from '@bindery/contracts';
import { Answers, Handles, type BatchRequest } from '@bindery/messaging';
import type { ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { presentUser } from './user.presenter';
import { UserRepository } from './user.repository';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UserRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getAuthenticatedUser)
  async current({ principal }: RequestOf<typeof contract.getAuthenticatedUser>): Promise<User> {
    const user = await this.users.byId(principal.user);
    if (!user) throw notFound('User');
    return presentUser(user, this.config.PUBLIC_URL, true);
  }

  @Answers(userCards)
  async cards({ ids }: BatchRequest): Promise<Record<string, User>> {
    const found = await this.users.byIds(ids);
    return Object.fromEntries(found.map((user) => [user.id, presentUser(user, this.config.PUBLIC_URL, true)]));
  }
}
