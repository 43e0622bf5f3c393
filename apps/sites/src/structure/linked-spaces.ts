import { Injectable } from '@nestjs/common';
import { atLeast } from '@bindery/authorization';
import { notFound, requires, siteSpaceCalls, type FoundSpace, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** Finds spaces that are to be added to a site. */
@Injectable()
export class LinkedSpaces {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * The spaces in the order of their ids, each once. Throws 404 when one is not an active space of the organization that
   * the caller sees, 403 when the caller may not publish it: that needs the level create, like creating a space.
   */
  async find(principal: Principal, organization: string, ids: readonly string[]): Promise<FoundSpace[]> {
    const spaces = [...new Set(ids)];
    if (spaces.length === 0) return [];
    const answer = await this.rpc.call(siteSpaceCalls.findSpaces, { principal, body: { organization, spaces } });
    const found = new Map(answer.spaces.map((space) => [space.id, space]));
    return spaces.map((id) => {
      const space = found.get(id);
      if (!space) throw notFound('Space');
      requires(atLeast(space.level, 'create'));
      return space;
    });
  }

  async one(principal: Principal, organization: string, id: string): Promise<FoundSpace> {
    return (await this.find(principal, organization, [id]))[0]!;
  }
}
