import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { CLOCK, type Clock } from '../clock';
import { ContentTokenRepository } from './content-token.repository';

const every = 10 * 60_000;

/** Removes content tokens that have expired. */
@Injectable()
export class ContentTokenSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly tokens: ContentTokenRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop('sweep of content tokens', () => this.run(), { every, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async run(): Promise<boolean> {
    await this.tokens.removeExpired(this.clock());
    return false;
  }
}
