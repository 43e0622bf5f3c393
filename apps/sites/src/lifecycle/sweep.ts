import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { CLOCK, type Clock } from '@bindery/service';
import { ContentTokenRepository } from '../audience/content-token.repository';
import { InsightsRepository } from '../insights/insights.repository';
import { EndedOrganizationRepository } from '../model/ended-organization.repository';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';

const tenMinutes = 10 * 60_000;
const day = 24 * 60 * 60 * 1000;

/**
 * Removes expired content tokens, insights older than their retention time, and the sites of purged organizations. Each method
 * is a loop of its own, so that one that fails holds up no other, and returns whether there may be more to remove.
 */
@Injectable()
export class Sweep {
  constructor(
    private readonly tokens: ContentTokenRepository,
    private readonly insights: InsightsRepository,
    private readonly organizations: EndedOrganizationRepository,
    @Inject(SITES_CONFIG) private readonly config: SitesConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Interval('sweep of content tokens', tenMinutes)
  removeTokens(now = this.clock()): Promise<boolean> {
    return this.tokens.removeExpired(now);
  }

  @Interval('sweep of insights', tenMinutes)
  removeInsights(now = this.clock()): Promise<boolean> {
    return this.insights.removeOlderThan(new Date(now.getTime() - this.config.INSIGHTS_DAYS * day));
  }

  @Interval('purge of sites', tenMinutes)
  purgeOrganizations(now = this.clock()): Promise<boolean> {
    return this.organizations.purge(now);
  }
}
