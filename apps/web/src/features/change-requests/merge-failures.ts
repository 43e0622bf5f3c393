import type { RequestError } from '../../api/client';
import { capitalized } from '../../ui/capitalized';
import type { MergeRules } from '../merge-rules/merge-rules-fields';

/** A merge rule that does not hold yet: words, and the users that it is about. */
export interface MergeFailure {
  text: string;
  users: readonly string[];
}

const prefix = 'mergeRules.';

/** Words for the rules about users, by the name of the rule. */
const words: Record<string, string> = {
  require_specific_reviewers: 'These have to approve it:',
  require_one_of_specific_reviewers: 'One of these has to approve it:',
};

/** The merge rules for which a merge was refused; none where it was refused for another reason. */
export function mergeFailures(
  { code, details }: Pick<RequestError, 'code' | 'details'>,
  rules: MergeRules | undefined,
): MergeFailure[] {
  if (code !== 409) return [];
  return details
    .filter(({ field }) => field.startsWith(prefix))
    .map(({ field, message }) => failureOf(field.slice(prefix.length), message, rules));
}

function failureOf(name: string, message: string, rules: MergeRules | undefined): MergeFailure {
  const users = rules?.type === 'rules' ? rules.rules.flatMap((rule) => usersOf(rule, name)) : [];
  const text = words[name];
  // The message names, by their ids, those of the users who have not approved yet.
  const missing = users.filter((id) => message.includes(id));
  return text && missing.length > 0 ? { text, users: missing } : { text: `${capitalized(message)}.`, users: [] };
}

type Rule = Extract<MergeRules, { type: 'rules' }>['rules'][number];

const usersOf = (rule: Rule, name: string): readonly string[] =>
  rule.rule === name && 'users' in rule ? rule.users : [];
