import { Inject, Injectable } from '@nestjs/common';
import { anonymous, ApiError, changeRequestRefs } from '@bindery/contracts';
import { Interval, RpcClient } from '@bindery/messaging';
import { CLOCK, type Clock } from '@bindery/service';
import { BranchRepository } from './branch.repository';

const hour = 60 * 60 * 1000;
const atOnce = 20;

/** Removes branches whose change request was never created, because its service died in between. */
@Injectable()
export class BranchSweep {
  constructor(
    private readonly branches: BranchRepository,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Checks a batch of branches that are an hour old. Returns whether there may be more. */
  @Interval('sweep of branches', 60_000)
  async run(): Promise<boolean> {
    const open = await this.branches.unconfirmed(new Date(this.clock().getTime() - hour), atOnce);
    for (const { space, changeRequest } of open) {
      if (await this.exists(space, changeRequest)) await this.branches.confirm(space, changeRequest);
      else await this.branches.removeUnused(space, changeRequest);
    }
    return open.length === atOnce;
  }

  private async exists(space: string, changeRequest: string): Promise<boolean> {
    try {
      const body = { space, changeRequest };
      await this.rpc.call(changeRequestRefs.resolveChangeRequest, { principal: anonymous, body });
      return true;
    } catch (error) {
      if (ApiError.from(error).code === 404) return false;
      throw error;
    }
  }
}
