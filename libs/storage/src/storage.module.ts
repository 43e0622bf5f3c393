import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openStorage } from './open-storage';
import { ScopedStorage, storageScopes } from './scoped-storage';
import { Storage } from './storage';

/** Provides `Storage` to the whole application, and closes it with it. */
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(private readonly storage: Storage) {}

  /** `url` as in `openStorage`; `name`: whose part of it is provided. Nothing starts where others could change what it holds. */
  static forRoot(url: string, name: string): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [{ provide: Storage, useFactory: () => opened(url, name) }],
      exports: [Storage],
    };
  }

  /** Jobs, consumers and requests use it until they have stopped. */
  onApplicationShutdown(): Promise<void> {
    return this.storage.close();
  }
}

async function opened(url: string, name: string): Promise<Storage> {
  const storage = openStorage(url);
  await storage.check();
  return new ScopedStorage(storage, storageScopes[name]!);
}
