import { integer, oneOf, text, type ConfigOf } from '@bindery/config';
import { billingIntervals, organizationPlans, trialStatuses } from '@bindery/contracts';
import { mailSettings } from '@bindery/mail';
import { allowList } from '@bindery/outbound';

export const identitySettings = {
  ORGANIZATION_CREATION: oneOf(['open', 'closed'], 'whether users may create organizations', 'open'),
  EMAIL_DOMAIN_VERIFICATION: oneOf(
    ['off', 'dns'],
    'whether an e-mail domain of an organization counts only with a TXT record of the domain that names the organization',
    'off',
  ),
  ...mailSettings,
  SIGN_UP: oneOf(
    ['open', 'closed'],
    'whether unknown e-mail addresses may sign in at /sign-in and so become users',
    'open',
  ),
  SESSION_DAYS: integer('the days without use after which a browser is signed out', 14, 1),
  SIGN_IN_DAYS: integer('the maximum lifetime in days of a session or token from signing in by mail', 30, 1),
  SAML_SIGN_IN_HOURS: integer(
    'the maximum lifetime in hours of a session or token from signing in through a SAML provider',
    24,
    1,
  ),
  OUTBOUND_ALLOW: allowList(
    'hosts or CIDRs, with commas between them, where SAML providers may be in addition to public addresses',
  ),
  RATE_LIMIT: oneOf(['on', 'off'], 'whether rate limits are applied', 'on'),
  RATE_LIMIT_TOKEN: integer(
    'the maximum number of requests per minute with one token; with a content token of a site, from one network address',
    1_000,
    1,
  ),
  RATE_LIMIT_USER: integer(
    'the maximum number of requests per minute of one user, with all tokens and sessions',
    3_000,
    1,
  ),
  RATE_LIMIT_ORGANIZATION: integer('the maximum number of requests per minute to one organization', 20_000, 1),
  RATE_LIMIT_ADDRESS: integer(
    'the maximum number of requests per minute without a valid token from one network address',
    300,
    1,
  ),
  RATE_LIMIT_SEARCH: integer('the maximum number of searches per minute of one caller', 120, 1),
  RATE_LIMIT_JOIN: integer('the maximum number of organizations that one caller joins per minute', 20, 1),
  RATE_LIMIT_INVITES: integer('the maximum number of requests for invitations per minute of one caller', 30, 1),
  RATE_LIMIT_AGENT: integer('the maximum number of Model Context Protocol messages per minute of one caller', 240, 1),
  SIGN_IN_PER_EMAIL: integer('the maximum number of sign-in mails in ten minutes to one e-mail address', 5, 1),
  SIGN_IN_PER_ADDRESS: integer(
    'the maximum number of sign-in mails in ten minutes that are requested from one network address',
    30,
    1,
  ),
  // The contract of an organization in the public API. A self-hosted platform sells nothing: the same values apply
  // to every organization, and none of them switches a feature off.
  ORGANIZATION_PLAN: oneOf(
    organizationPlans,
    'the plan that every organization shows; no feature depends on it',
    'enterprise_2024',
  ),
  ORGANIZATION_TRIAL: oneOf(
    trialStatuses,
    'the state of the trial that every organization shows; no feature depends on it',
    'notapplicable',
  ),
  ORGANIZATION_BILLING: oneOf(
    ['none', ...billingIntervals],
    'the interval of the free billing that every organization shows to its administrators',
    'none',
  ),
  ORGANIZATION_BLOCKED: text('the reason for which every organization shows as blocked; empty for not blocked', ''),
};

export type IdentityConfig = ConfigOf<typeof identitySettings>;

/** The injection token of the service's own settings. */
export const IDENTITY_CONFIG = Symbol('identity config');
