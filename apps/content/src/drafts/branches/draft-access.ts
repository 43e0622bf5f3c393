import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  ApiError,
  changeRequestRefs,
  conflict,
  notFound,
  type ChangeRequestStatus,
  type Principal,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { RevisionRepository, type RevisionAccess } from '../../revisions/revisions/revision.repository';
import { BranchRepository, type DraftBranch, type DraftSpace } from './branch.repository';

/** A branch of a change request in a space that the caller may edit. */
interface Draft {
  space: DraftSpace;
  branch: DraftBranch;
}

export interface DraftParams {
  spaceId: string;
  /** The change request's id, or its number in exact decimal notation. */
  changeRequestId: string;
}

const exactNumber = /^[1-9]\d{0,9}$/;

/** Finds the branch that the path of a request names. */
@Injectable()
export class DraftAccess {
  /** Ids by space and number: a number always belongs to the same id. */
  private readonly ids = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    private readonly branches: BranchRepository,
    private readonly revisions: RevisionRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws 404 when the caller may not see drafts of the space, or it has no such change request. */
  async get(principal: Principal, { spaceId, changeRequestId }: DraftParams): Promise<Draft> {
    const space = await this.branches.space(principal, spaceId);
    const branch = await this.find(principal, space.id, changeRequestId);
    if (!branch) throw notFound('Change request');
    return { space, branch };
  }

  /** The head of the change request. */
  async head(principal: Principal, params: DraftParams): Promise<RevisionAccess> {
    const { space, branch } = await this.get(principal, params);
    return this.revisions.get(principal, space.id, branch.head);
  }

  private async find(principal: Principal, space: string, name: string): Promise<DraftBranch | undefined> {
    const named = await this.branches.find(space, name);
    if (named || !exactNumber.test(name)) return named;
    const key = `${space}/${name}`;
    const id = this.ids.get(key) ?? (await this.idOf(principal, space, name));
    if (id === undefined) return undefined;
    this.ids.set(key, id);
    return this.branches.find(space, id);
  }

  private async idOf(principal: Principal, space: string, number: string): Promise<string | undefined> {
    try {
      const body = { space, changeRequest: number };
      return (await this.rpc.call(changeRequestRefs.resolveChangeRequest, { principal, body })).id;
    } catch (error) {
      if (ApiError.from(error).code === 404) return undefined;
      throw error;
    }
  }
}

/** Throws 409 for a change request that can no longer be edited. */
export function assertOpen({ merged }: Pick<DraftBranch, 'merged'>, status?: ChangeRequestStatus): void {
  if (merged || status === 'merged') throw conflict('The change request is merged');
  if (status === 'archived') throw conflict('The change request is archived');
}
