import { Injectable } from '@nestjs/common';
import {
  anonymous,
  ApiError,
  branches,
  invalid,
  userProfiles,
  type Principal,
  type SpaceAccessAnswer,
  type UserProfile,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** The access of users other than the caller. */
@Injectable()
export class Audience {
  constructor(private readonly rpc: RpcClient) {}

  /** The users that exist, by id. */
  find(users: string[]): Promise<Record<string, UserProfile>> {
    return this.rpc.callBatch(userProfiles, users, anonymous);
  }

  /** The access of a user to a space; null when the user may not see it. */
  async accessOf(user: UserProfile, space: string): Promise<SpaceAccessAnswer | null> {
    const principal: Principal = { kind: 'user', user: user.id, token: '', organizations: user.organizations };
    try {
      return await this.rpc.call(branches.getSpaceAccess, { principal, body: { space } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return null;
      throw error;
    }
  }

  /** Throws 400 that names the elements of the field whose users may not see the space. */
  async requireVisible(space: string, users: string[], field: string): Promise<void> {
    const found = await this.find(users);
    const seen = await Promise.all(
      users.map(async (id) => found[id] && (await this.accessOf(found[id], space)) !== null),
    );
    const [first, ...more] = seen.flatMap((isVisible, index) => {
      const element = `${field}[${index}]`;
      const message = `${element.split('.').at(-1)} must name a user who can see the space`;
      return isVisible ? [] : [{ field: element, message }];
    });
    if (first) throw invalid(first.field, first.message, more);
  }
}
