import { Injectable } from '@nestjs/common';
import { spaceCounts, spaces, type Principal, type Space } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** Where a space is installed on. */
interface Placed {
  organizationId: string;
  contentId: string;
}

/** Whole spaces in the place of their ids. */
@Injectable()
export class SpaceObjects {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * The spaces by id; those that are gone, or that the caller may not see, are left out. An integration sees the spaces on
   * which it is installed as a reader does. Asks content once an organization, not once a space.
   */
  async of(principal: Principal, placed: Placed[]): Promise<Map<string, Space>> {
    const organizations = [...new Set(placed.map(({ organizationId }) => organizationId))];
    const reader = principal.kind === 'user' ? principal : readerIn(principal, organizations);
    const wanted = new Set(placed.map(({ contentId }) => contentId));
    const found = (await Promise.all(organizations.map((id) => this.spacesIn(id, reader, wanted)))).flat();
    const counts = await this.rpc.ask(
      spaceCounts,
      found.map(({ id }) => id),
      reader,
    );
    return new Map(
      found.map((space) => [space.id, { ...space, ...(counts[space.id] ?? spaceCounts.missing!(space.id)) }]),
    );
  }

  private async spacesIn(organizationId: string, principal: Principal, wanted: Set<string>): Promise<Space[]> {
    const found: Space[] = [];
    let page: string | undefined;
    do {
      const answer = await this.rpc.call(spaces.listSpacesInOrganizationById, {
        principal,
        params: { organizationId },
        query: { limit: 1000, page },
      });
      found.push(...answer.items.filter(({ id }) => wanted.has(id)));
      page = answer.next?.page;
    } while (page);
    return found;
  }
}

function readerIn(principal: Principal, organizations: string[]): Principal {
  const memberships = organizations.map((id) => [id, { role: 'read' as const, teams: {} }]);
  return { ...principal, organizations: Object.fromEntries(memberships) };
}
