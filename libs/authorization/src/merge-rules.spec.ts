import type { ApiError, MergeRule, SpaceMergeRules } from '@bindery/contracts';
import { checkMergeRules } from './merge-rules';

const members = (users: string[]) => Promise.resolve(users.filter((user) => user.startsWith('member')));
const check = (...rules: MergeRule[]) => checkMergeRules({ type: 'rules', rules } as SpaceMergeRules, members);
const named = (
  rule: 'require_specific_reviewers' | 'require_one_of_specific_reviewers' | 'allow_bypass',
  ...users: string[]
) => ({
  rule,
  users,
});
const custom = (expression: string): MergeRule => ({ rule: 'custom', expression });

it.each<[string, MergeRule[]]>([
  ['none', []],
  ['reviews of members', [named('require_specific_reviewers', 'member-a', 'member-b')]],
  [
    'a review of an agent that somebody may do without',
    [{ rule: 'require_agent_review' }, named('allow_bypass', 'member-a')],
  ],
  ['an expression about the change request', [custom('changeRequest.subject != ""')]],
])('takes %s', async (_, rules) => expect(await check(...rules)).toBeUndefined());

it.each<[string, string, MergeRule]>([
  ['reviewers that are nobody', 'users', named('require_specific_reviewers')],
  ['one reviewer of nobody', 'users', named('require_one_of_specific_reviewers')],
  ['a bypass for nobody', 'users', named('allow_bypass')],
  ['a reviewer of elsewhere', 'users', named('require_specific_reviewers', 'member-a', 'stranger')],
  ['a review by an agent, of which there are none', 'rule', { rule: 'require_agent_review' }],
  ['an expression that is never met', 'expression', custom('1 == 2')],
  ['an expression that is always met', 'expression', custom('true || false')],
  ['an expression that cannot be read', 'expression', custom('(')],
])('refuses %s, and names the field', async (_, field, rule) => {
  const error = await check(rule, named('require_specific_reviewers', 'member-a')).catch((error: ApiError) => error);
  expect(error).toMatchObject({ code: 400, details: [{ field: `body.mergeRules.rules[0].${field}` }] });
});
