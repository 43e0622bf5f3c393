import type { MergeRule } from '@bindery/contracts';
import { failuresOf, type MergeFacts, type ReviewFact } from './merge-rules';

const by = (reviewer: string, status: ReviewFact['status'] = 'approved', outdated = false): ReviewFact => ({
  reviewer,
  status,
  outdated,
});

const facts = (given: Partial<MergeFacts> = {}): MergeFacts => ({
  actor: 'actor',
  author: 'author',
  subject: 'Subject',
  description: 'Description',
  outdated: false,
  reviews: [],
  variables: {},
  ...given,
});

const specific: MergeRule = { rule: 'require_specific_reviewers', users: ['a', 'b'] };
const oneOf: MergeRule = { rule: 'require_one_of_specific_reviewers', users: ['a', 'b'] };
const custom = (expression: string): MergeRule => ({ rule: 'custom', expression });

const passes: [string, MergeRule, Partial<MergeFacts>][] = [
  ['all named reviewers have approved', specific, { reviews: [by('a'), by('b')] }],
  ['one of the named reviewers has approved', oneOf, { reviews: [by('b'), by('c', 'changes-requested')] }],
  ['somebody has reviewed', { rule: 'require_at_least_one_review' }, { reviews: [by('c', 'changes-requested')] }],
  ['nobody asks for changes', { rule: 'require_all_reviews_approved' }, { reviews: [by('a', 'approved', true)] }],
  ['nobody has reviewed, so nobody asks for changes', { rule: 'require_all_reviews_approved' }, {}],
  ['it is up to date', { rule: 'require_up_to_date_change_request' }, {}],
  ['there is a subject', { rule: 'require_change_request_subject' }, {}],
  ['there is a description', { rule: 'require_change_request_description' }, {}],
  ['an author who is named has approved', oneOf, { author: 'a', reviews: [by('a')] }],
  [
    'an expression holds',
    custom('changeRequest.number > 3 && actor.id == "x"'),
    { variables: { changeRequest: { number: 4 }, actor: { id: 'x' } } },
  ],
];

const fails: [string, MergeRule, Partial<MergeFacts>, string][] = [
  ['a named reviewer has not reviewed', specific, { reviews: [by('a')] }, 'each of b is'],
  ['a named reviewer asks for changes', specific, { reviews: [by('a'), by('b', 'changes-requested')] }, 'each of b is'],
  ['an approval is of what was before', specific, { reviews: [by('a'), by('b', 'approved', true)] }, 'each of b is'],
  ['nobody of those named has approved', oneOf, { reviews: [by('c')] }, 'one of a, b is'],
  ['nobody has reviewed', { rule: 'require_at_least_one_review' }, {}, 'a review is'],
  ['only the author has', { rule: 'require_at_least_one_review' }, { reviews: [by('author')] }, 'a review is'],
  [
    'a review is of what was before',
    { rule: 'require_at_least_one_review' },
    { reviews: [by('a', 'approved', true)] },
    'a review is',
  ],
  [
    'somebody asks for changes',
    { rule: 'require_all_reviews_approved' },
    { reviews: [by('a', 'changes-requested')] },
    'asks for changes',
  ],
  [
    'somebody asked for changes and has not looked again',
    { rule: 'require_all_reviews_approved' },
    { reviews: [by('a', 'changes-requested', true)] },
    'asks for changes',
  ],
  ['no agent has reviewed', { rule: 'require_agent_review' }, { reviews: [by('a')] }, 'by an agent is'],
  ['main has moved on', { rule: 'require_up_to_date_change_request' }, { outdated: true }, 'is behind'],
  ['the subject is blank', { rule: 'require_change_request_subject' }, { subject: ' ' }, 'subject is'],
  ['the description is blank', { rule: 'require_change_request_description' }, { description: '\n' }, 'description is'],
  ['an expression does not hold', custom('1 == 2'), {}, '1 == 2 is not true'],
  ['an expression reads what is not there', custom('reviews[0].status'), {}, 'is not true'],
  ['an expression is none', custom('1 =='), {}, 'cannot be read'],
];

it.each(passes)('passes when %s', (_, rule, given) => {
  expect(failuresOf([rule], facts(given))).toEqual([]);
});

it.each(fails)('fails when %s', (_, rule, given, message) => {
  expect(failuresOf([rule], facts(given))).toEqual([
    { rule: rule.rule, message: expect.stringContaining(message) as string },
  ]);
});

it('names every rule that fails', () => {
  const rules = [specific, oneOf, custom('false')];
  expect(failuresOf(rules, facts({ reviews: [by('a')] })).map(({ rule }) => rule)).toEqual([
    'require_specific_reviewers',
    'custom',
  ]);
});

it('lets users in `allow_bypass` pass, and no others', () => {
  const rules: MergeRule[] = [specific, { rule: 'allow_bypass', users: ['actor'] }];
  expect(failuresOf(rules, facts())).toEqual([]);
  expect(failuresOf(rules, facts({ actor: 'other' }))).toHaveLength(1);
});
