import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { JobHandler, type JobContext } from '@bindery/jobs';
import { deliver, MAILER, renderMail, type Mailer } from '@bindery/mail';
import { CONFIG } from '@bindery/service';
import { SignUpPolicy } from './sign-up-policy';
import { SignInRepository } from '../challenges/sign-in.repository';
import { SignInSecrets } from './sign-in-secrets';
import { signInMail } from '../challenges/start-sign-in';

/** Sends codes and links. Decides here whether the address may sign in, so that the duration of a request does not reveal it. */
@Injectable()
export class SignInMailWorker {
  private readonly secrets: SignInSecrets;

  constructor(
    private readonly signIns: SignInRepository,
    private readonly policy: SignUpPolicy,
    @Inject(MAILER) private readonly mailer: Mailer | null,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {
    this.secrets = new SignInSecrets(secretKeysOf(config));
  }

  @JobHandler(signInMail)
  async send({ signIn }: { signIn: string }, { id }: JobContext<null>): Promise<null> {
    const row = await this.signIns.find(signIn);
    if (!row || !(await this.policy.admits(row.email))) return null;
    const { host } = new URL(this.config.PUBLIC_URL);
    const mail = renderMail({
      subject: row.samlProvider ? `Connect your account on ${host}` : `Sign in to ${host}`,
      paragraphs: [
        row.samlProvider
          ? 'Someone signed in through an identity provider under your e-mail address. If that was you, type this code to connect it with your account. It is valid for ten minutes and can be used once.'
          : 'Type this code to sign in. It is valid for ten minutes and can be used once.',
      ],
      code: this.secrets.code(signIn),
      link: {
        label: row.samlProvider ? 'Or connect your account with this link' : 'Or sign in with this link',
        href: `${this.config.PUBLIC_URL}/sign-in/link/${this.secrets.link(signIn)}`,
      },
      footer: 'If you did not ask for this, do nothing: without the code nobody gets in. Never pass it on.',
    });
    await deliver(this.mailer, { ...mail, id, to: row.email });
    return null;
  }
}
