import { Injectable } from '@nestjs/common';
import { spacePurged, type EventEnvelope, type SpaceLifecycle } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { PurgeRepository } from './purge.repository';

/**
 * Removes what was said and proposed about a space that is gone for good. A deleted space needs nothing: content does not
 * let anybody in. The rows of a transferred one stay with it: `TransferredReviewers` sees to those who cannot follow.
 */
@Injectable()
export class PurgeConsumer {
  constructor(private readonly repository: PurgeRepository) {}

  @Consumes(spacePurged, 'purge')
  purge({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.repository.purge(payload.space);
  }
}
