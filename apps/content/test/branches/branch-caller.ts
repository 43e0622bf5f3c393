import { branches, type AnswerOf, type Branch, type BranchRef, type Principal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { principalOf, type ServiceOrganization } from '@bindery/testing';

/** Calls content as the change-requests service does. */
export class BranchCaller {
  constructor(
    private readonly world: ServiceOrganization,
    readonly principal: Principal = principalOf(world.admin.id, world.organization),
  ) {}

  call<K extends keyof typeof branches>(name: K, body: object): Promise<AnswerOf<(typeof branches)[K]>> {
    const { service } = this.world.platform;
    return service.callAs('change-requests', branches[name], { principal: this.principal, body } as never);
  }

  open(space: string, changeRequest = newId()): Promise<Branch> {
    return this.call('openBranch', { space, changeRequest } satisfies BranchRef);
  }
}
