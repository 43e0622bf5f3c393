import type { MergeRule, ReviewStatus } from '@bindery/contracts';
import { evaluate, ExpressionError, isTrue, parseExpression, type Context } from '@bindery/expressions';

/** The last review of a reviewer. */
export interface ReviewFact {
  reviewer: string;
  status: ReviewStatus;
  /** The change request was changed since. */
  outdated: boolean;
}

/** The facts that decide merge rules. */
export interface MergeFacts {
  actor: string;
  author: string;
  subject: string;
  /** The text of the description. */
  description: string;
  outdated: boolean;
  reviews: ReviewFact[];
  /** The variables of a custom rule: `{ space, changeRequest, reviews, actor }`. */
  variables: Context;
}

interface RuleFailure {
  rule: MergeRule['rule'];
  message: string;
}

type Check<R extends MergeRule['rule']> = (
  facts: MergeFacts,
  rule: Extract<MergeRule, { rule: R | MergeRule['rule'] }>,
) => string | undefined;

/** A review counts for its revision only: after a change the reviewer has to review again. */
const current = ({ reviews }: MergeFacts) => reviews.filter(({ outdated }) => !outdated);
const approvedBy = (facts: MergeFacts) =>
  new Set(current(facts).flatMap(({ reviewer, status }) => (status === 'approved' ? [reviewer] : [])));
const usersOf = (rule: MergeRule): string[] => ('users' in rule ? rule.users : []);

/**
 * Each rule returns what is missing, or undefined if it passes. Authors cannot review their own change request, except for a
 * rule that names them. A request for changes counts until the reviewer's next review, even after later changes.
 */
const checks: { [R in MergeRule['rule']]: Check<R> } = {
  allow_bypass: () => undefined,
  require_specific_reviewers: (facts, rule) => {
    const approved = approvedBy(facts);
    const missing = usersOf(rule).filter((user) => !approved.has(user));
    return missing.length > 0 ? `an approval of each of ${missing.join(', ')} is missing` : undefined;
  },
  require_one_of_specific_reviewers: (facts, rule) => {
    const approved = approvedBy(facts);
    const users = usersOf(rule);
    return users.some((user) => approved.has(user))
      ? undefined
      : `an approval of one of ${users.join(', ')} is missing`;
  },
  require_at_least_one_review: (facts) =>
    current(facts).some(({ reviewer }) => reviewer !== facts.author) ? undefined : 'a review is missing',
  require_all_reviews_approved: ({ reviews }) =>
    reviews.every(({ status }) => status === 'approved') ? undefined : 'a reviewer asks for changes',
  require_agent_review: () => 'a review by an agent is missing',
  require_up_to_date_change_request: ({ outdated }) =>
    outdated ? 'the change request is behind the main content' : undefined,
  require_change_request_subject: ({ subject }) => (subject.trim() ? undefined : 'the subject is missing'),
  require_change_request_description: ({ description }) =>
    description.trim() ? undefined : 'the description is missing',
  custom: ({ variables }, rule) => ('expression' in rule ? customFailure(rule.expression, variables) : undefined),
};

/** The rules that do not pass. Users in `allow_bypass` have no failures. */
export function failuresOf(rules: MergeRule[], facts: MergeFacts): RuleFailure[] {
  if (rules.some((rule) => rule.rule === 'allow_bypass' && usersOf(rule).includes(facts.actor))) return [];
  return rules.flatMap((rule) => {
    const message = (checks[rule.rule] as Check<MergeRule['rule']>)(facts, rule);
    return message === undefined ? [] : [{ rule: rule.rule, message }];
  });
}

function customFailure(expression: string, variables: Context): string | undefined {
  try {
    return isTrue(evaluate(parseExpression(expression), variables)) ? undefined : `${expression} is not true`;
  } catch (error) {
    if (error instanceof ExpressionError) return `${expression} cannot be read: ${error.message}`;
    throw error;
  }
}
