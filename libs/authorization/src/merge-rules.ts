import { invalid, type SpaceMergeRules } from '@bindery/contracts';
import { ExpressionError, parseExpression } from '@bindery/expressions';

/**
 * Refuses merge rules that nobody could ever meet, with 400: expressions that cannot be read, and users who do not belong to
 * the organization. `membersOf` answers those of some users who do.
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
    const stranger = named[index]!.find((user) => !members.includes(user));
    if (stranger)
      throw invalid(`${field}.users`, `users holds ${stranger}, which is no member or guest of the organization`);
  }
}

function checkExpression(expression: string, field: string): void {
  try {
    parseExpression(expression);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalid(field, `expression: ${error.message}`);
  }
}
