import { secretKeysOf } from '@bindery/config';
import { newId, randomText } from '@bindery/persistence';
import { OperatorError, type OperatorCommand } from '@bindery/service';
import { normalEmail } from '../domains/email-address';
import { UserRepository } from '../users/user.repository';
import { SignInSecrets } from './sign-in-secrets';
import { SignInRepository } from '../challenges/sign-in.repository';

/**
 * The link of a sign-in mail, for a user who gets no mail: where no mail server is set up yet, or on a machine that
 * was just started. It is a sign-in like any other: valid once, for ten minutes. No browser has requested it, so the one
 * that opens it has to confirm.
 */
export const signInLink: OperatorCommand = {
  name: 'sign-in link',
  usage: '<e-mail address>',
  arguments: [1, 1],
  async run({ db, config }, { args: [address = ''] }) {
    const email = normalEmail(address);
    if (!email || !(await new UserRepository(db).byEmail(email)))
      throw new OperatorError(`No user has the e-mail address ${address}: create the first user with admin create`);
    const id = newId() + randomText(10);
    await new SignInRepository(db).insert({ id, email, samlProvider: null, samlSubject: null, browser: null });
    const link = `${config.PUBLIC_URL}/sign-in/link/${new SignInSecrets(secretKeysOf(config)).link(id)}`;
    return { rows: [{ email, link }], summary: `the link signs ${email} in, once and within ten minutes` };
  },
};
