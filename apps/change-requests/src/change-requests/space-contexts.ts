import { Injectable } from '@nestjs/common';
import { changeRequestPermissions, type ChangeRequestPermissions } from '@bindery/authorization';
import { branches, isId, notFound, type Principal, type SpaceAccessAnswer } from '@bindery/contracts';
import { SingleFlight } from '@bindery/loading';
import { RpcClient } from '@bindery/messaging';
import { ChangeRequestRepository, type ChangeRequestRow } from './change-request.repository';

/** A space with the caller's permissions on it. */
export interface SpaceContext extends SpaceAccessAnswer {
  space: string;
  permissions: ChangeRequestPermissions;
  changeRequest?: ChangeRequestRow;
}

export type ChangeRequestContext = SpaceContext & { changeRequest: ChangeRequestRow };

/** The API address of the space or the change request. */
export const locationOf = ({ space, changeRequest }: SpaceContext, publicUrl: string): string =>
  `${publicUrl}/v1/spaces/${space}${changeRequest ? `/change-requests/${changeRequest.id}` : ''}`;

/** Loads the space and the change request of a request. Throws 404 for those that the caller may not see. */
@Injectable()
export class SpaceContexts {
  private readonly asked = new SingleFlight<SpaceAccessAnswer>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly changeRequests: ChangeRequestRepository,
  ) {}

  async space(principal: Principal, space: string): Promise<SpaceContext> {
    // Content would answer a malformed id with another status than 404.
    if (!isId(space)) throw notFound('Space');
    // Concurrent requests of one user in a space share a message.
    const access = await this.asked.run(JSON.stringify([space, principal]), () =>
      this.rpc.call(branches.getSpaceAccess, { principal, body: { space } }),
    );
    return { ...access, space, permissions: changeRequestPermissions(access.level) };
  }

  /** `changeRequest` is its id or its number. */
  async changeRequest(principal: Principal, space: string, changeRequest: string): Promise<ChangeRequestContext> {
    const [context, found] = await Promise.all([
      this.space(principal, space),
      this.changeRequests.resolve(space, changeRequest),
    ]);
    if (!found) throw notFound('Change request');
    return { ...context, changeRequest: found };
  }
}
