import { Inject, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { MAILER, type Mailer } from './mail';
import { MailQueue, MailWorker } from './mail-queue';

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
  static forRoot(mailer: Mailer | null): DynamicModule {
    return {
      module: MailModule,
      global: true,
      providers: [{ provide: MAILER, useValue: mailer }, MailQueue, MailWorker, MailerCloser],
      exports: [MAILER, MailQueue],
    };
  }
}
