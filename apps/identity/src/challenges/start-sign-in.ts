import { Injectable } from '@nestjs/common';
import { JobQueue, type JobKind } from '@bindery/jobs';
import { Database, newId, randomText } from '@bindery/persistence';
import { browserHash } from './browser';
import { SignInLimits } from './sign-in-limits';
import { SignInRepository } from './sign-in.repository';

/** The mail of a sign-in, whose code is computed when it is sent. The code expires after ten minutes, so the job is not retried for longer. */
export const signInMail: JobKind<{ signIn: string }, null, null> = { name: 'sign-in-mail', attempts: 30 };

/** The proof of an identity provider, besides the proof of the address. */
interface SamlProof {
  provider: string;
  subject: string;
}

/** Requests a proof from the owner of an e-mail address: sends a code and a link by mail. */
@Injectable()
export class StartSignIn {
  constructor(
    private readonly db: Database,
    private readonly signIns: SignInRepository,
    private readonly jobs: JobQueue,
    private readonly limits: SignInLimits,
  ) {}

  /** Returns the id of the sign-in, which the same browser has to send along with the code. Throws 429 after too many mails. */
  async start(email: string, browser: string | undefined, saml?: SamlProof): Promise<string> {
    await this.limits.beforeMail(email);
    const id = newId() + randomText(10);
    await this.db.transaction(async () => {
      const { provider: samlProvider = null, subject: samlSubject = null } = saml ?? {};
      await this.signIns.insert({ id, email, samlProvider, samlSubject, browser: browserHash(browser) });
      await this.jobs.add(signInMail, { organizationId: '', input: { signIn: id } });
    });
    return id;
  }
}
