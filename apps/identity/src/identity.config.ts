import { integer, oneOf, text, type ConfigOf } from '@bindery/config';
import { billingIntervals, organizationPlans, trialStatuses } from '@bindery/contracts';
import { mailSettings } from '@bindery/mail';

export const identitySettings = {
  ORGANIZATION_CREATION: oneOf(['open', 'closed'], 'whether users may create organizations', 'open'),
  EMAIL_DOMAIN_VERIFICATION: oneOf(
    ['off', 'dns'],
    'whether an e-mail domain counts only with a TXT record that names the organization',
    'off',
  ),
  ...mailSettings,
  SIGN_UP: oneOf(
    ['open', 'closed'],
    'whether addresses that nobody knows may sign in and thereby become users',
    'open',
  ),
  SIGN_IN_DAYS: integer('the days for which a token of signing in by mail is good', 30),
  SAML_SIGN_IN_HOURS: integer('the hours for which a token of signing in through a SAML provider is good', 24),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether callers are held back', 'on'),
  RATE_LIMIT_TOKEN: integer('the most requests of one token in a minute', 1_000),
  RATE_LIMIT_ADDRESS: integer('the most requests without a valid token from one network address in a minute', 300),
  RATE_LIMIT_SEARCH: integer('the most searches of one caller in a minute', 120),
  RATE_LIMIT_JOIN: integer('the most times in a minute that one caller joins organizations', 20),
  RATE_LIMIT_INVITES: integer('the most times in a minute that one caller invites', 30),
  SIGN_IN_PER_EMAIL: integer('the most sign-in mails to one address in ten minutes', 5),
  SIGN_IN_PER_ADDRESS: integer('the most sign-in mails asked for from one network address in ten minutes', 30),
  // What the public API tells of an organization's contract. A self-hosted platform has nothing to sell: the same holds
  // for every organization, and nothing of it switches a feature off.
  ORGANIZATION_PLAN: oneOf(organizationPlans, 'the plan that every organization shows', 'enterprise_2024'),
  ORGANIZATION_TRIAL: oneOf(trialStatuses, 'the state of the trial that every organization shows', 'notapplicable'),
  ORGANIZATION_BILLING: oneOf(
    ['none', ...billingIntervals],
    'the interval of the free billing that every organization shows to administrators, or none',
    'none',
  ),
  ORGANIZATION_BLOCKED: text('the reason for which every organization shows as blocked; empty for not blocked', ''),
};

export type IdentityConfig = ConfigOf<typeof identitySettings>;

/** The injection token of the service's own settings. */
export const IDENTITY_CONFIG = Symbol('identity config');
