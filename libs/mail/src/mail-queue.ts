import { Inject, Injectable } from '@nestjs/common';
import { JobInputError, JobQueue, JobHandler, type JobContext, type JobKind } from '@bindery/jobs';
import { MAILER, MailRefusedError, type Mail, type Mailer } from './mail';

/** Each attempt waits a second longer than the one before, so that these last almost a day. */
const mailJob: JobKind<Mail, null, null> = { name: 'mail', attempts: 400 };

/** Sends mails after the commit of their cause, at least once, under one Message-ID. */
@Injectable()
export class MailQueue {
  constructor(private readonly jobs: JobQueue) {}

  /** Has the mail sent if the current transaction commits. The organization is the one that it is about, if any. */
  async add(mail: Mail, organizationId = ''): Promise<void> {
    await this.jobs.add(mailJob, { id: mail.id, organizationId, input: mail });
  }
}

/** Sends the mails of the queue. */
@Injectable()
export class MailWorker {
  constructor(@Inject(MAILER) private readonly mailer: Mailer | null) {}

  @JobHandler(mailJob)
  async send(mail: Mail, _: JobContext<null>): Promise<null> {
    await deliver(this.mailer, mail);
    return null;
  }
}

/** Sends from within a job: what will never be sent fails the job at once. */
export async function deliver(mailer: Mailer | null, mail: Mail): Promise<void> {
  if (!mailer) throw new JobInputError('No mail is sent: MAIL_URL is not set');
  await mailer.send(mail).catch((error: unknown) => {
    throw error instanceof MailRefusedError ? new JobInputError(error.message) : error;
  });
}
