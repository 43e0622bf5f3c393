import { invalid, type Principal, type SpaceMergeRules } from '@bindery/contracts';
import { evaluate, ExpressionError, isTrue, namesIn, parseExpression } from '@bindery/expressions';

/** Whether the organization has no merge rules, as the caller's principal says. False where the principal does not say. */
export const hasNoMergeRules = ({ organizations }: Principal, organization: string): boolean =>
  organizations[organization]?.mergeRulesVersion === 0;

/**
 * Refuses with 400 merge rules that are void or can never pass: expressions that cannot be parsed or read no
 * variable, rules about users that name none or some who are not in the organization, and reviews by agents, of which
 * there are none, unless a user may bypass the rules. `membersOf` returns those of the given users who are in the organization.
 */
export async function checkMergeRules(
  mergeRules: SpaceMergeRules | undefined,
  membersOf: (users: string[]) => Promise<readonly string[]>,
): Promise<void> {
  if (mergeRules?.type !== 'rules') return;
  const named = mergeRules.rules.map((rule) => ('users' in rule ? rule.users : []));
  const users = [...new Set(named.flat())];
  const members = users.length > 0 ? await membersOf(users) : [];
  for (const [index, rule] of mergeRules.rules.entries()) {
    const field = `body.mergeRules.rules[${index}]`;
    if ('expression' in rule) checkExpression(rule.expression, `${field}.expression`);
    if ('users' in rule && rule.users.length === 0)
      throw invalid(`${field}.users`, `users must not be empty for ${rule.rule}`);
    if (rule.rule === 'require_agent_review' && !mergeRules.rules.some(({ rule }) => rule === 'allow_bypass'))
      throw invalid(
        `${field}.rule`,
        'Agents do not review change requests here: name users in allow_bypass who may merge anyway',
      );
    const stranger = named[index]!.find((user) => !members.includes(user));
    if (stranger)
      throw invalid(`${field}.users`, `users has ${stranger}, which is not a member or guest of the organization`);
  }
}

function checkExpression(expression: string, field: string): void {
  try {
    const parsed = parseExpression(expression);
    if (namesIn(parsed).size > 0) return;
    const always = isTrue(evaluate(parsed, {})) ? 'is always met' : 'can never be met';
    throw invalid(field, `expression ${always}: it reads none of space, changeRequest, reviews and actor`);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(field, `expression: ${error.message}`);
  }
}
