import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { spacePurged } from '@bindery/contracts';
import { Loop, Outbox } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { Database } from '@bindery/persistence';
import { SpaceRepository } from './space.repository';
import { CLOCK, retention, type Clock } from './space-lifetime';

const every = 60_000;
const atOnce = 10;

/** Removes deleted spaces for good when nobody can restore them any more. */
@Injectable()
export class Purge implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly spaces: SpaceRepository,
    private readonly outbox: Outbox,
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop('purge of deleted spaces', () => this.run(), { every, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Removes some; answers whether there may be more. A space that is being restored is left alone. */
  run(): Promise<boolean> {
    return this.db.transaction(async () => {
      const expired = await this.spaces.expired(new Date(this.clock().getTime() - retention), atOnce);
      for (const { id, organizationId } of expired) {
        await this.spaces.purge(id);
        await this.outbox.add(spacePurged, {
          organization: organizationId,
          aggregate: id,
          version: 0,
          payload: { space: id },
        });
      }
      return expired.length === atOnce;
    });
  }
}
