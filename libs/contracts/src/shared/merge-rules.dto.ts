import { Const, Id, OneOf, Text, Union } from '../core/fields';

const mergeRuleNames = [
  'require_at_least_one_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
] as const;
const reviewerRuleNames = ['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'] as const;

/** A rule without parameters. */
export class PlainMergeRule {
  @OneOf(mergeRuleNames) rule!: (typeof mergeRuleNames)[number];
}

/** A rule with a list of users. */
export class ReviewerMergeRule {
  @OneOf(reviewerRuleNames) rule!: (typeof reviewerRuleNames)[number];
  @Id({ array: { max: 100 } }) users!: string[];
}

/** A custom rule: an expression over `{ space, changeRequest, reviews, actor }`. */
export class CustomMergeRule {
  @Const('custom') rule!: 'custom';
  @Text({ min: 1, max: 1024 }) expression!: string;
}

export type MergeRule = PlainMergeRule | ReviewerMergeRule | CustomMergeRule;

export class MergeRulesInherit {
  @Const('inherit') type!: 'inherit';
}

export class MergeRulesNone {
  @Const('none') type!: 'none';
}

/** Every rule has to pass. */
export class MergeRulesList {
  @Const('rules') type!: 'rules';
  @Union('rule', () => [PlainMergeRule, ReviewerMergeRule, CustomMergeRule], { array: { max: 50 } })
  rules!: MergeRule[];
}

export type OrganizationMergeRules = MergeRulesList | MergeRulesNone;
export type SpaceMergeRules = MergeRulesInherit | OrganizationMergeRules;

export const organizationMergeRules = () => [MergeRulesList, MergeRulesNone];
export const spaceMergeRules = () => [MergeRulesInherit, MergeRulesList, MergeRulesNone];
