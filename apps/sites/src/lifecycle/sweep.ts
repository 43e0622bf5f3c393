import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { CLOCK, type Clock } from '@bindery/service';
import { ContentTokenRepository } from '../audience/content-token.repository';
import { InsightsRepository } from '../insights/insights.repository';
import { EndedOrganizationRepository } from '../model/ended-organization.repository';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';

const day = 24 * 60 * 60 * 1000;

/** Removes expired content tokens, insights older than their retention time, and the sites of purged organizations. */
@Injectable()
export class Sweep {
  constructor(
    private readonly tokens: ContentTokenRepository,
    private readonly insights: InsightsRepository,
    private readonly organizations: EndedOrganizationRepository,
    @Inject(SITES_CONFIG) private readonly config: SitesConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns whether there may be more to remove. */
  @Interval('sweep of sites', 10 * 60_000)
  async run(now = this.clock()): Promise<boolean> {
    await this.tokens.removeExpired(now);
    await this.insights.removeOlderThan(new Date(now.getTime() - this.config.INSIGHTS_DAYS * day));
    return this.organizations.purge(now);
  }
}
