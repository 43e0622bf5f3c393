import { Module } from '@nestjs/common';
import { RegistryModule } from '../registry/registry.module';
import { EventQueueRepository } from './event-queue.repository';
import { EventRepository } from './event.repository';
import { RecordEvent } from './record-event';

/** Events that wait for their delivery, and their logs. */
@Module({
  imports: [RegistryModule],
  providers: [EventRepository, EventQueueRepository, RecordEvent],
  exports: [EventQueueRepository, EventRepository, RecordEvent],
})
export class QueueModule {}
