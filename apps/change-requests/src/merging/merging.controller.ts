import { Controller } from '@nestjs/common';
import {
  branches,
  merging as contract,
  requires,
  type Branch,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, RpcClient } from '@bindery/messaging';
import { requiresActive } from '../change-requests/status-changes';
import { targetOf } from '../change-requests/change-request.target';
import { SpaceContexts, type ChangeRequestContext } from '../change-requests/space-contexts';
import { BranchLock } from './branch-lock';
import { MergeGate } from './merge-gate';
import { Merges } from './merges';

/**
 * Content merges and updates branches, each in one transaction; this controller updates the change request. After a crash
 * between the two, content's event or a repeated request finishes it: content answers a repeated call the same.
 */
@Controller()
export class MergingController {
  constructor(
    private readonly contexts: SpaceContexts,
    private readonly gate: MergeGate,
    private readonly lock: BranchLock,
    private readonly merges: Merges,
    private readonly mutations: Mutations,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.mergeChangeRequest)
  async merge({ params, principal }: RequestOf<typeof contract.mergeChangeRequest>) {
    const context = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    requires(context.permissions.merge);
    requiresActive(context.changeRequest);
    this.mutations.requireVersion(context.changeRequest.version);
    const branch = await this.branchOf(context, principal);
    // A branch that is already merged passed its rules then, and only has to be recorded.
    if (!branch.merged) await this.gate.check(context, branch, principal);
    const { space, changeRequest } = context;
    const body = { space, changeRequest: changeRequest.id, head: branch.head, title: changeRequest.subject };
    return this.lock.hold(
      changeRequest,
      () => this.rpc.call(branches.mergeBranch, { principal, body }),
      (request, answer) =>
        this.mutations.run(subjectOf(context), async () => {
          if (answer.result === 'merge') await this.merges.note(request, answer.revision, context.organization);
          else await this.merges.touch(request, context.organization);
          return answer;
        }),
    );
  }

  @Handles(contract.updateChangeRequest)
  async update({ params, principal }: RequestOf<typeof contract.updateChangeRequest>) {
    const context = await this.contexts.changeRequest(principal, params.spaceId, params.changeRequestId);
    requires(context.permissions.edit);
    requiresActive(context.changeRequest);
    this.mutations.requireVersion(context.changeRequest.version);
    const { head } = await this.branchOf(context, principal);
    const { space, changeRequest } = context;
    const body = { space, changeRequest: changeRequest.id, head };
    return this.lock.hold(
      changeRequest,
      () => this.rpc.call(branches.updateBranch, { principal, body }),
      (request, answer) =>
        this.mutations.run(subjectOf(context), async () => {
          await this.merges.touch(request, context.organization);
          return answer;
        }),
    );
  }

  private branchOf({ space, changeRequest }: ChangeRequestContext, principal: Principal): Promise<Branch> {
    return this.rpc.call(branches.getBranch, { principal, body: { space, changeRequest: changeRequest.id } });
  }
}

/** The target of the mutation. `If-Match` was compared before the call to content: afterwards it is too late to refuse. */
const subjectOf = (context: ChangeRequestContext) => ({
  ...targetOf(context.changeRequest, context),
  version: undefined,
});
