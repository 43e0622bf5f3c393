import { Injectable } from '@nestjs/common';
import { spacePurged, type EventEnvelope, type SpaceLifecycle } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { PurgeRepository } from './purge.repository';

/**
 * Removes what was said and proposed about a space that is gone for good. A deleted space needs nothing: content does not
 * let anybody in. A transferred one needs nothing either: rows belong to the space, whatever organization that is in.
 */
@Injectable()
export class PurgeConsumer {
  constructor(private readonly repository: PurgeRepository) {}

  @Consumes(spacePurged, 'purge')
  purge({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.repository.purge(payload.space);
  }
}
