import { Module } from '@nestjs/common';
import { InstallationsModule } from '../installations/installations.module';
import { QueueModule } from '../queue/queue.module';
import { RegistryModule } from '../registry/registry.module';
import { RuntimeModule } from '../runtime/runtime.module';
import { TokensModule } from '../tokens/tokens.module';
import { DeliverEvent } from './deliver-event';
import { DeliveryRunner } from './delivery-runner';
import { DeliveryScheduler } from './delivery-scheduler';
import { EnvironmentOf } from './environment';
import { EventsController } from './events.controller';
import { IntegrationClient } from './integration-client';
import { ListenersRepository } from './listeners.repository';
import { PlatformEventsConsumer } from './platform-events.consumer';
import { ReaderEventsConsumer } from './reader-events.consumer';
import { TasksController } from './tasks.controller';

/** Delivers events to integrations. */
@Module({
  imports: [RegistryModule, QueueModule, TokensModule, InstallationsModule, RuntimeModule],
  controllers: [EventsController, TasksController],
  providers: [
    EnvironmentOf,
    IntegrationClient,
    DeliverEvent,
    DeliveryRunner,
    DeliveryScheduler,
    ListenersRepository,
    PlatformEventsConsumer,
    ReaderEventsConsumer,
  ],
  exports: [IntegrationClient],
})
export class EventsModule {}
