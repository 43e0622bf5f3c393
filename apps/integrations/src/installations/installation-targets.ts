import { Injectable } from '@nestjs/common';
import {
  withPublishedUrls,
  publishedUrls,
  sites,
  spaceCards,
  spaceCounts,
  type Principal,
  type Site,
  type Space,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import type { ContentKind } from './content-installation.entity';

/** The space or site of an installation. */
interface InstalledOn {
  organizationId: string;
  contentId: string;
}

/** Complete spaces and sites instead of their ids. */
@Injectable()
export class InstallationTargets {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Finds the space or site of each; deleted ones are left out. An integration sees those of its installations
   * as a reader does.
   */
  async of(
    kind: ContentKind,
    principal: Principal,
    placed: InstalledOn[],
  ): Promise<(one: InstalledOn) => Space | Site | undefined> {
    const reader = principal.kind === 'user' ? principal : readerIn(principal, placed);
    if (kind === 'site') {
      const sites = await this.sites(reader, placed);
      return ({ contentId }) => sites.get(contentId);
    }
    const spaces = await this.spaces(reader, placed);
    return ({ contentId, organizationId }) => {
      const space = spaces.get(contentId);
      // A space that was just transferred belongs to the other organization, even before its installation ends.
      return space?.organization === organizationId ? space : undefined;
    };
  }

  /** Three messages for any number of spaces. */
  private async spaces(reader: Principal, placed: InstalledOn[]): Promise<Map<string, Space>> {
    const ids = [...new Set(placed.map(({ contentId }) => contentId))];
    if (ids.length === 0) return new Map();
    const [spaces, counts, urls] = await Promise.all([
      this.rpc.callBatch(spaceCards, ids, reader),
      this.rpc.callBatch(spaceCounts, ids, reader),
      this.rpc.callBatch(publishedUrls, ids, reader),
    ]);
    const whole = (space: Space): Space => ({
      ...withPublishedUrls(space, urls[space.id] ?? {}),
      ...(counts[space.id] ?? spaceCounts.missing!(space.id)),
    });
    return new Map(Object.values(spaces).map((space) => [space.id, whole(space)]));
  }

  /** One list for each organization, for any number of its sites. */
  private async sites(reader: Principal, placed: InstalledOn[]): Promise<Map<string, Site>> {
    const organizations = [...new Set(placed.map(({ organizationId }) => organizationId))];
    const wanted = new Set(placed.map(({ contentId }) => contentId));
    const found = await Promise.all(organizations.map((organization) => this.sitesIn(organization, reader)));
    return new Map(found.flat().flatMap((site) => (wanted.has(site.id) ? [[site.id, site] as const] : [])));
  }

  private async sitesIn(organizationId: string, principal: Principal): Promise<Site[]> {
    const found: Site[] = [];
    let page: string | undefined;
    do {
      const request = { principal, params: { organizationId }, query: { limit: 1_000, page } };
      const answer = await this.rpc.call(sites.listSites, request);
      found.push(...answer.items);
      page = answer.next?.page;
    } while (page);
    return found;
  }
}

function readerIn(principal: Principal, placed: InstalledOn[]): Principal {
  const memberships = placed.map(({ organizationId }) => [organizationId, { role: 'read' as const, teams: {} }]);
  return { ...principal, organizations: Object.fromEntries(memberships) };
}
