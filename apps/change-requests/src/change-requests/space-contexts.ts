import { Injectable } from '@nestjs/common';
import { changeRequestPermissions, type ChangeRequestPermissions } from '@bindery/authorization';
import { branches, isId, notFound, type Principal, type SpaceAccessAnswer } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { ChangeRequestRepository, type ChangeRequestRow } from './change-request.repository';

/** A space as the caller may use it. */
export interface SpaceContext extends SpaceAccessAnswer {
  space: string;
  permissions: ChangeRequestPermissions;
  changeRequest?: ChangeRequestRow;
}

export type ChangeRequestContext = SpaceContext & { changeRequest: ChangeRequestRow };

/** Finds where a request takes place. What the caller may not see is not found. */
@Injectable()
export class SpaceContexts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly changeRequests: ChangeRequestRepository,
  ) {}

  async space(principal: Principal, space: string): Promise<SpaceContext> {
    // Whatever cannot be an id is not one, and would be refused as a malformed question.
    if (!isId(space)) throw notFound('Space');
    const access = await this.rpc.call(branches.getSpaceAccess, { principal, body: { space } });
    return { ...access, space, permissions: changeRequestPermissions(access.level) };
  }

  /** `changeRequest` is its id or its number. */
  async changeRequest(principal: Principal, space: string, changeRequest: string): Promise<ChangeRequestContext> {
    const [place, found] = await Promise.all([
      this.space(principal, space),
      this.changeRequests.resolve(space, changeRequest),
    ]);
    if (!found) throw notFound('Change request');
    return { ...place, changeRequest: found };
  }
}
