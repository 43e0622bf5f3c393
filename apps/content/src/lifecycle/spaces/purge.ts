import { Inject, Injectable } from '@nestjs/common';
import { Outbox, Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { AccessGrantRepository } from '../../catalog/access/access-grant.repository';
import { SearchEngine } from '../../discovery/search/search-engine';
import { SweepRepository } from '../../storage/sweep/sweep.repository';
import { EndedOrganizationRepository } from '../../catalog/spaces/ended-organization.repository';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { spacePurged } from '../../catalog/spaces/space.events';
import { retention } from '../../catalog/spaces/space-lifetime';

const atOnce = 10;

/** Removes deleted spaces for good after their retention time, and deleted organizations with all their content. */
@Injectable()
export class Purge {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly grants: AccessGrantRepository,
    private readonly organizations: EndedOrganizationRepository,
    private readonly sweeps: SweepRepository,
    private readonly search: SearchEngine,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Removes some; returns whether there may be more. A space that is being restored is left alone. */
  @Interval('purge of deleted spaces', 60_000)
  async run(now = this.clock()): Promise<boolean> {
    await this.grants.removeExpired(now);
    const spaces = this.purgeSpaces(now);
    // A space whose purge fails holds up no organization.
    await spaces.catch(() => undefined);
    const organizations = await this.purgeOrganization(now);
    return (await spaces) || organizations;
  }

  /** Purges the others before it throws the error of one that cannot be purged. */
  private async purgeSpaces(now: Date): Promise<boolean> {
    const before = new Date(now.getTime() - retention);
    const failures = new Map<string, unknown>();
    let isAny = true;
    for (let tried = 0; isAny && tried < atOnce; tried++) isAny = await this.purgeOldest(before, failures);
    for (const error of failures.values()) throw error;
    return isAny;
  }

  /** Removes one expired space in a transaction of its own, since it may hold much; returns whether there was one. */
  private async purgeOldest(before: Date, failures: Map<string, unknown>): Promise<boolean> {
    let tried: string | undefined;
    try {
      await this.db.transaction(async () => {
        const expired = await this.spaces.firstExpired(before, [...failures.keys()]);
        tried = expired?.id;
        if (expired) await this.purge(expired.organizationId, expired.id);
      });
    } catch (error) {
      if (tried === undefined) throw error;
      failures.set(tried, error);
    }
    return tried !== undefined;
  }

  private purgeOrganization(now: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const organization = await this.organizations.due(now);
      if (organization === undefined) return false;
      const spaces = await this.organizations.spaces(organization, atOnce);
      for (const space of spaces) await this.purge(organization, space);
      if (spaces.length < atOnce) {
        await this.organizations.remove(organization);
        await this.sweeps.request(organization);
      }
      return true;
    });
  }

  /** The next sweep removes content that is then unreferenced. */
  private async purge(organization: string, space: string): Promise<void> {
    await this.search.forget([space]);
    await this.spaces.purge(space);
    await this.sweeps.request(organization);
    await this.outbox.add(spacePurged(organization, space));
  }
}
