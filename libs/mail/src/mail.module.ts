import { Inject, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { MAILER, type Mailer } from './mail';
import { MailQueue, MailWorker } from './mail-queue';
import type { MailConfig } from './mail-settings';
import { openMailer } from './open-mailer';

@Injectable()
class MailerCloser implements OnApplicationShutdown {
  constructor(@Inject(MAILER) private readonly mailer: Mailer | null) {}

  onApplicationShutdown(): void {
    this.mailer?.close();
  }
}

/** Provides `MAILER` (null where no mail is sent) and `MailQueue`. The service has `JobsModule` besides. */
@Module({})
export class MailModule {
  static forRoot(config: MailConfig, publicUrl: string): DynamicModule {
    return {
      module: MailModule,
      global: true,
      providers: [
        { provide: MAILER, useFactory: () => openMailer(config, publicUrl) },
        MailQueue,
        MailWorker,
        MailerCloser,
      ],
      exports: [MAILER, MailQueue],
    };
  }
}
