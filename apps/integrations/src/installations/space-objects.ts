import { Injectable } from '@nestjs/common';
import { publishedUrls, spaceCards, spaceCounts, type Principal, type Space } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** Where something is installed. */
interface Placed {
  organizationId: string;
  contentId: string;
}

/** Whole spaces in the place of their ids. */
@Injectable()
export class SpaceObjects {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * The spaces by id; those that are gone are left out. An integration sees the spaces on which it is installed as a reader
   * does. Three messages, however many spaces there are.
   */
  async of(principal: Principal, placed: Placed[]): Promise<Map<string, Space>> {
    const ids = [...new Set(placed.map(({ contentId }) => contentId))];
    if (ids.length === 0) return new Map();
    const reader = principal.kind === 'user' ? principal : readerIn(principal, placed);
    const [spaces, counts, urls] = await Promise.all([
      this.rpc.ask(spaceCards, ids, reader),
      this.rpc.ask(spaceCounts, ids, reader),
      this.rpc.ask(publishedUrls, ids, reader),
    ]);
    const whole = (space: Space): Space => ({
      ...space,
      ...(counts[space.id] ?? spaceCounts.missing!(space.id)),
      urls: { ...space.urls, ...urls[space.id] },
    });
    return new Map(Object.values(spaces).map((space) => [space.id, whole(space)]));
  }
}

function readerIn(principal: Principal, placed: Placed[]): Principal {
  const memberships = placed.map(({ organizationId }) => [organizationId, { role: 'read' as const, teams: {} }]);
  return { ...principal, organizations: Object.fromEntries(memberships) };
}
