import { integer, oneOf, type ConfigOf } from '@bindery/config';
import { mailSettings } from '@bindery/mail';

export const identitySettings = {
  ORGANIZATION_CREATION: oneOf(['open', 'closed'], 'whether users may create organizations', 'open'),
  ...mailSettings,
  SIGN_UP: oneOf(
    ['open', 'closed'],
    'whether addresses that nobody knows may sign in and thereby become users',
    'open',
  ),
  SIGN_IN_DAYS: integer('the days for which a token of signing in by mail is good', 30),
  SAML_SIGN_IN_HOURS: integer('the hours for which a token of signing in through a SAML provider is good', 24),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether callers are held back', 'on'),
  SIGN_IN_PER_EMAIL: integer('the most sign-in mails to one address in ten minutes', 5),
  SIGN_IN_PER_ADDRESS: integer('the most sign-in mails asked for from one network address in ten minutes', 30),
};

export type IdentityConfig = ConfigOf<typeof identitySettings>;

/** The injection token of the service's own settings. */
export const IDENTITY_CONFIG = Symbol('identity config');
