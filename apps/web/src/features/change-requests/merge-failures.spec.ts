import type { MergeRules } from '../merge-rules/merge-rules-fields';
import { mergeFailures } from './merge-failures';

const rules: MergeRules = {
  type: 'rules',
  rules: [
    { rule: 'require_at_least_one_review' },
    { rule: 'require_specific_reviewers', users: ['a1', 'b2', 'c3'] },
    { rule: 'require_one_of_specific_reviewers', users: ['c3'] },
  ],
};
const refused = (...failures: [rule: string, message: string][]) => ({
  code: 409,
  details: failures.map(([rule, message]) => ({ field: `mergeRules.${rule}`, message })),
});

it('says in words for which rules a merge was refused, and of whom they speak', () => {
  expect(mergeFailures(refused(['require_at_least_one_review', 'a review is missing']), rules)).toEqual([
    { text: 'A review is missing.', users: [] },
  ]);
  const failures = refused(['require_specific_reviewers', 'a1 and b2'], ['require_one_of_specific_reviewers', 'c3']);
  expect(mergeFailures(failures, rules)).toEqual([
    { text: 'These have to approve it:', users: ['a1', 'b2'] },
    { text: 'One of these has to approve it:', users: ['c3'] },
  ]);
  expect(mergeFailures({ code: 409, details: [] }, rules)).toEqual([]);
  expect(mergeFailures({ ...refused(['require_specific_reviewers', 'no']), code: 403 }, rules)).toEqual([]);
});

it('says what the platform said where the rules are not known', () => {
  expect(mergeFailures(refused(['require_specific_reviewers', 'an approval is missing']), undefined)).toEqual([
    { text: 'An approval is missing.', users: [] },
  ]);
});

it('says what the platform said where it names none of the users whom the rules list', () => {
  expect(mergeFailures(refused(['require_one_of_specific_reviewers', 'an approval of d4 is missing']), rules)).toEqual([
    { text: 'An approval of d4 is missing.', users: [] },
  ]);
});
