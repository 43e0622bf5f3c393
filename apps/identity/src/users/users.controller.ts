import { Controller, Inject } from '@nestjs/common';
import {
  knownUsers,
  notFound,
  requires,
  userCards,
  users as contract,
  type Principal,
  type RequestOf,
  type User,
  type UserCard,
} from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, withVersion, type BatchRequest } from '@bindery/messaging';
import type { ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { CredentialRepository } from '../tokens/credential.repository';
import type { UserEntity } from './user.entity';
import { presentSelf, presentUser } from './user.presenter';
import { UserRepository } from './user.repository';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UserRepository,
    private readonly credentials: CredentialRepository,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getAuthenticatedUser)
  async current({ principal }: RequestOf<typeof contract.getAuthenticatedUser>): Promise<User> {
    const user = await this.users.byId(principal.user);
    if (!user) throw notFound('User');
    return presentSelf(user, this.config.PUBLIC_URL);
  }

  @Handles(contract.getUserById)
  async get({ params, principal }: RequestOf<typeof contract.getUserById>): Promise<User> {
    if (principal.visit) return this.named(principal.visit.organization, params.userId);
    const { user, withEmail } = await this.visible(principal, params.userId);
    return withVersion(presentUser(user, this.config.PUBLIC_URL, withEmail), user.version);
  }

  @Handles(contract.updateUserById)
  async update({ params, body, principal }: RequestOf<typeof contract.updateUserById>): Promise<User> {
    const { user } = await this.visible(principal, params.userId);
    const { id, version } = user;
    requires(id === principal.user);
    await this.credentials.requireUnconfined(principal.token);
    // A concurrent request may change the fields that are not given.
    const { displayName, photoURL, emailNotifications } = body;
    return this.mutations.run({ organization: null, target: { type: 'user', id }, version }, async () => {
      const updated = await this.users.update(id, { displayName, photoURL, emailNotifications });
      return withVersion(presentSelf(updated, this.config.PUBLIC_URL), updated.version);
    });
  }

  /** The name alone, as readers of a site see users whom its pages mention. Throws 404 for users of other organizations. */
  private async named(organization: string, id: string): Promise<User> {
    const [shared] = await this.users.sharedOrganizations(id, [organization]);
    const user = shared ? await this.users.byId(id) : null;
    if (!user) throw notFound('User');
    return withVersion(presentUser({ ...user, photoURL: null }, this.config.PUBLIC_URL, false), user.version);
  }

  /**
   * A user who shares an organization with the caller, or the caller. Addresses are hidden from guests. Throws 404.
   */
  private async visible(principal: Principal, id: string): Promise<{ user: UserEntity; withEmail: boolean }> {
    const self = id === principal.user;
    const shared = self ? [] : await this.users.sharedOrganizations(id, Object.keys(principal.organizations));
    const user = self || shared.length > 0 ? await this.users.byId(id) : null;
    if (!user) throw notFound('User');
    return { user, withEmail: self || shared.some((organization) => principal.organizations[organization]!.role) };
  }

  @HandlesBatch(userCards)
  async cards({ ids }: BatchRequest): Promise<Record<string, UserCard>> {
    const found = await this.users.withOrganizations(ids);
    const present = (user: UserEntity) => presentUser(user, this.config.PUBLIC_URL, true);
    return Object.fromEntries(
      found.map(({ organizations, ...user }) => [user.id, { ...present(user), organizations }]),
    );
  }

  /** The users among these who share an organization with the caller, and the caller. Addresses are hidden from guests. */
  @HandlesBatch(knownUsers)
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
