import { oneOf, text, type ConfigOf } from '@bindery/config';
import { billingIntervals, organizationPlans, trialStatuses } from '@bindery/contracts';

export const identitySettings = {
  ORGANIZATION_CREATION: oneOf(['open', 'closed'], 'whether users may create organizations', 'open'),
  EMAIL_DOMAIN_VERIFICATION: oneOf(
    ['off', 'dns'],
    'whether an e-mail domain counts only with a TXT record that names the organization',
    'off',
  ),
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
