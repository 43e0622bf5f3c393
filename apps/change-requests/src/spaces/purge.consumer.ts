import { Injectable } from '@nestjs/common';
import { spacePurged, type EventEnvelope, type SpaceLifecycle } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { PurgeRepository } from './purge.repository';

/**
 * Removes the comments and change requests of a purged space. A deleted space needs nothing, because content refuses all
 * access to it. A transferred space keeps its rows: `TransferredReviewers` removes the reviewers who cannot see it any more.
 */
@Injectable()
export class PurgeConsumer {
  constructor(private readonly repository: PurgeRepository) {}

  @Consumes(spacePurged, 'purge')
  purge({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.repository.purge(payload.space);
  }
}
