import { type DynamicModule, Module, type OnModuleDestroy } from '@nestjs/common';
import { openStorage } from './open-storage';
import { Storage } from './storage';

/** Provides `Storage` to the whole application, and closes it with it. */
@Module({})
export class StorageModule implements OnModuleDestroy {
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

  onModuleDestroy(): Promise<void> {
    return this.storage.close();
  }
}
