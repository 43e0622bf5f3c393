import { branches, type AnswerOf, type Branch, type BranchRef, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { granted, principalOf } from '@bindery/testing';
import type { IsolatedPlatform } from '../support/test-organization';

/** Calls content as the change-requests service does. */
export class BranchCaller {
  constructor(
    private readonly world: IsolatedPlatform,
    readonly principal: Principal = principalOf(world.admin.id, world.organization),
  ) {}

  call<K extends keyof typeof branches>(name: K, body: object): Promise<AnswerOf<(typeof branches)[K]>> {
    const rpc = this.world.platform.services['change-requests'].app.get(RpcClient);
    return rpc.call(branches[name], { principal: granted(this.principal, 'change-requests'), body } as never);
  }

  open(space: string, changeRequest = newId()): Promise<Branch> {
    return this.call('openBranch', { space, changeRequest } satisfies BranchRef);
  }
}
