import type { MergeRule, Principal, SpaceMergeRules } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { LiveEditRules } from './live-edit-rules';

const space = { organizationId: 'o', mergeRules: { type: 'inherit' } as SpaceMergeRules };

/** A member of the organization, as identity makes the principal while the rules have this version. */
const memberAt = (mergeRulesVersion: number | undefined, user = 'u'): Principal => ({
  kind: 'user',
  user,
  token: user,
  organizations: { o: { role: 'edit', teams: {}, mergeRulesVersion } },
});

/** The check of edits, with the rules that identity has for the organization. */
function withRules(...rules: MergeRule[]) {
  const mergeRules = { type: 'rules' as const, rules };
  const call = jest.fn(() => Promise.resolve({ mergeRules }));
  const check = new LiveEditRules({ call } as unknown as RpcClient);
  return { call, mergeRules, allow: (by: Principal) => check.allow(space, by) };
}

it('asks nobody where the principal says that the organization has no rules', async () => {
  const { call, allow } = withRules({ rule: 'require_at_least_one_review' });
  expect(await allow(memberAt(0))).toBe(true);
  expect(call).not.toHaveBeenCalled();
});

it('asks once for each version of the rules, whoever edits', async () => {
  const { call, mergeRules, allow } = withRules({ rule: 'require_at_least_one_review' });
  expect([await allow(memberAt(2)), await allow(memberAt(2, 'other'))]).toEqual([false, false]);
  expect(call).toHaveBeenCalledTimes(1);
  mergeRules.rules.push({ rule: 'allow_bypass', users: ['u'] });
  expect([await allow(memberAt(3)), await allow(memberAt(3, 'other'))]).toEqual([true, false]);
  expect(call).toHaveBeenCalledTimes(2);
});

it('asks each time where the principal does not say it, as that of a release before', async () => {
  const { call, allow } = withRules({ rule: 'require_change_request_subject' });
  expect([await allow(memberAt(undefined)), await allow(memberAt(undefined))]).toEqual([false, false]);
  expect(call).toHaveBeenCalledTimes(2);
});
