import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { CLOCK, type Clock } from './clock';
import { ContentTokenRepository } from './audience/content-token.repository';
import { InsightsRepository } from './insights/insights.repository';
import { SITES_CONFIG, type SitesConfig } from './sites.config';

const every = 10 * 60_000;
const day = 24 * 60 * 60 * 1000;

/** Removes content tokens that have expired, and what readers did when it is older than it is kept. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly tokens: ContentTokenRepository,
    private readonly insights: InsightsRepository,
    @Inject(SITES_CONFIG) private readonly config: SitesConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop('sweep of sites', () => this.run(), { every, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async run(): Promise<boolean> {
    const now = this.clock();
    await this.tokens.removeExpired(now);
    await this.insights.removeOlderThan(new Date(now.getTime() - this.config.INSIGHTS_DAYS * day));
    return false;
  }
}
