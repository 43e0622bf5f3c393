import type { Organization } from '@bindery/contracts';
import type { IdentityConfig } from '../identity.config';

const free = { monthly: 0, yearly: 0 };
const pricing = {
  members: { plus_2024: free, pro_2024: free },
  sites: { premium: free, ultimate: free },
};
const usageAddons = {
  ai_responses: { enabled: true },
  ai_agent_responses: { enabled: true },
  translation_words: { enabled: true },
};
/** A contract on a self-hosted platform has no end. */
const endDate = '9999-12-31T23:59:59.000Z';

/** The plan, trial, billing and blocking of an organization in the API: set by the configuration alone. */
export function contractFields(
  config: IdentityConfig,
  viewBilling: boolean,
): Pick<Organization, 'plan' | 'trial' | 'billing' | 'blocked'> {
  const interval = config.ORGANIZATION_BILLING;
  const reason = config.ORGANIZATION_BLOCKED;
  return {
    plan: config.ORGANIZATION_PLAN,
    trial: { status: config.ORGANIZATION_TRIAL, count: 0 },
    ...(viewBilling &&
      interval !== 'none' && {
        billing: { interval, endDate, hasPaymentFailed: false, isScheduledToCancel: false, pricing, usageAddons },
      }),
    ...(reason && { blocked: { source: 'internal' as const, reason: reason.slice(0, 255) } }),
  };
}
