import {
  branches,
  type AnswerOf,
  type Branch,
  type BranchRef,
  type Principal,
  type Revision,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import type { MemberRole } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { importFiles } from '../support/imports';
import type { World } from '../support/world';

/** A principal as the gateway makes one from a token. */
export const principalOf = (user: string, organization: string, role: MemberRole | null = 'admin'): Principal => ({
  kind: 'user',
  user,
  token: 'test',
  organizations: { [organization]: { role, teams: {} } },
});

/** Calls content as the change-requests service does. */
export class BranchCaller {
  constructor(
    private readonly world: World,
    readonly principal: Principal = principalOf(world.admin.id, world.organization),
  ) {}

  call<K extends keyof typeof branches>(name: K, body: object): Promise<AnswerOf<(typeof branches)[K]>> {
    const rpc = this.world.platform.services['change-requests'].app.get(RpcClient);
    return rpc.call(branches[name], { principal: this.principal, body } as never);
  }

  open(space: string, changeRequest = newId()): Promise<Branch> {
    return this.call('openBranch', { space, changeRequest } satisfies BranchRef);
  }
}

/** A space with the files as its pages; answers its id and what it holds. */
export async function spaceOf(
  world: World,
  files: Record<string, string>,
): Promise<{ space: string; revision: Revision }> {
  const run = await importFiles(world, files);
  const space = run.spaces[0]!.id;
  const revision = await world.api.expect<Revision>('getCurrentRevision', {
    token: world.admin.token,
    params: { spaceId: space },
  });
  return { space, revision };
}
