import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { allEndpoints } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { Nats } from './connection';
import { DecoratedMethods } from './decorated-methods';
import { EventRunner, type EventOptions } from './events/event-runner';
import { Outbox } from './events/outbox';
import { Relay } from './events/relay';
import { LoopRunner } from './loops/loop-runner';
import { Mutations, type AnswerSeal } from './mutations';
import type { LocalServices } from './rpc/local-services';
import { RpcClient } from './rpc/rpc-client';
import { RequestSigner } from './trust/request-trust';

interface MessagingOptions extends EventOptions {
  /** The keys that seal stored answers. */
  answers: AnswerSeal;
  /** The services of this process, where there are several. */
  local?: LocalServices;
}

/** Provides the typed client, the outbox and mutations, and runs the service's consumers and intervals. */
@Global()
@Module({})
export class MessagingModule {
  static forRoot(options: MessagingOptions): DynamicModule {
    const { service, nats, logger, tracing, answers, keyring, local } = options;
    const operations = new Map(allEndpoints().map((endpoint) => [endpoint.name, endpoint]));
    return {
      module: MessagingModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: Nats, useValue: nats },
        { provide: RpcClient, useFactory: () => new RpcClient(nats, new RequestSigner(keyring), local) },
        { provide: Outbox, useFactory: (db: Database) => new Outbox(db), inject: [Database] },
        {
          provide: Mutations,
          useFactory: (db: Database, outbox: Outbox) => new Mutations(service, db, outbox, operations, answers),
          inject: [Database, Outbox],
        },
        {
          provide: Relay,
          useFactory: (db: Database, outbox: Outbox) =>
            new Relay({ service, keyring, tracing }, nats, db, outbox, logger),
          inject: [Database, Outbox],
        },
        {
          provide: EventRunner,
          useFactory: (db: Database, relay: Relay, methods: DecoratedMethods) =>
            new EventRunner(options, db, relay, methods),
          inject: [Database, Relay, DecoratedMethods],
        },
        {
          provide: LoopRunner,
          useFactory: (methods: DecoratedMethods) => new LoopRunner(methods, logger),
          inject: [DecoratedMethods],
        },
        DecoratedMethods,
      ],
      exports: [Nats, RpcClient, Outbox, Mutations, DecoratedMethods],
    };
  }
}
