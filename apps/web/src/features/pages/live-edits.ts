import type { Organization } from '../../api/contracts';

/** Rules that an edit of the main content always keeps; the others need a change request. */
const keptByLiveEdits = new Set(['allow_bypass', 'require_up_to_date_change_request', 'require_all_reviews_approved']);

/** Whether merge rules let a user edit the main content directly. */
export function allowsLiveEdits(rules: Organization['mergeRules'], user: string): boolean {
  if (rules.type !== 'rules') return true;
  const mayBypass = rules.rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(user));
  return mayBypass || rules.rules.every(({ rule }) => keptByLiveEdits.has(rule));
}
