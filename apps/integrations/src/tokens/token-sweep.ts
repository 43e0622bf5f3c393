import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '@bindery/messaging';
import type { Logger } from '@bindery/observability';
import { LOGGER } from '@bindery/service';
import { AccessTokenRepository } from './access-token.repository';

const tenMinutes = 10 * 60 * 1000;

/** Removes tokens that have expired. */
@Injectable()
export class TokenSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(tokens: AccessTokenRepository, @Inject(LOGGER) logger: Logger) {
    const step = async () => {
      await tokens.sweep();
      return false;
    };
    this.loop = new Loop('token sweep', step, { every: tenMinutes, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
