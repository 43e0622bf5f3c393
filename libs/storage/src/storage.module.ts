import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openStorage } from './open-storage';
import { Storage } from './storage';

/** Provides `Storage` to the whole application, and closes it with it. */
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(private readonly storage: Storage) {}

  /** `url` as in `openStorage`. */
  static forRoot(url: string): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [{ provide: Storage, useFactory: () => openStorage(url) }],
      exports: [Storage],
    };
  }

  /** Jobs, consumers and requests use it until they have stopped. */
  onApplicationShutdown(): Promise<void> {
    return this.storage.close();
  }
}
