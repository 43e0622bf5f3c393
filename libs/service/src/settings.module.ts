import { Module, type DynamicModule } from '@nestjs/common';

/** Provides the settings of a service to all of its modules. */
@Module({})
export class SettingsModule {
  /** `token` is the injection token of `settings`. */
  static forRoot(token: symbol, settings: object): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: token, useValue: settings }],
      exports: [token],
    };
  }
}
