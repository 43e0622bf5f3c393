import type { RequestError } from '../../api/client';

/** A merge rule that does not hold yet: words, and the users that it is about. */
export interface MergeFailure {
  text: string;
  users: readonly string[];
}

const prefix = 'mergeRules.';

/** The merge rules for which a merge was refused; none where it was refused for another reason. */
export function mergeFailures({ code, details }: Pick<RequestError, 'code' | 'details'>): MergeFailure[] {
  if (code !== 409) return [];
  return details.filter(({ field }) => field.startsWith(prefix)).map(({ message }) => failureOf(message));
}

/** The API names users by id. */
function failureOf(message: string): MergeFailure {
  const [, each, ids] = /^an approval of (each|one) of (.+) is missing$/.exec(message) ?? [];
  if (!ids) return { text: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, users: [] };
  return {
    text: each === 'one' ? 'One of these has to approve it:' : 'These have to approve it:',
    users: ids.split(', '),
  };
}
