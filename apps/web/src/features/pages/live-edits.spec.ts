import { allowsLiveEdits } from './live-edits';

const rules = (...list: object[]) => ({ type: 'rules', rules: list }) as Parameters<typeof allowsLiveEdits>[0];

it('lets users edit main directly where no rule needs a change request, or they may bypass the rules', () => {
  expect(allowsLiveEdits({ type: 'none' }, 'ada')).toBe(true);
  expect(allowsLiveEdits(rules({ rule: 'require_up_to_date_change_request' }), 'ada')).toBe(true);
  expect(allowsLiveEdits(rules({ rule: 'require_at_least_one_review' }), 'ada')).toBe(false);
  const bypass = { rule: 'allow_bypass', users: ['ada'] };
  const review = { rule: 'require_at_least_one_review' };
  expect(allowsLiveEdits(rules(bypass, review), 'ada')).toBe(true);
  expect(allowsLiveEdits(rules(bypass, review), 'bob')).toBe(false);
});
