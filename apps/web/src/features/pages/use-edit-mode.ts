import type { AnswerOf } from '../../api/contracts';
import { useOperation } from '../../api/queries';
import { useMergeRules } from '../merge-rules/use-merge-rules';
import { allowsLiveEdits } from './live-edits';

type Space = AnswerOf<'getSpaceById'>;

/** How a user edits a space: directly, by change requests alone, or not at all. */
export type EditMode = 'live' | 'change-request' | 'none';

/** How the user edits a space; undefined until it is known. */
export function useEditMode(organizationId: string, space: Space | undefined): EditMode | undefined {
  const user = useOperation('getAuthenticatedUser');
  const { rules, isUnreadable } = useMergeRules(organizationId, space);
  if (!space) return undefined;
  if (!space.permissions.edit) return 'none';
  if (space.editMode !== 'live') return 'change-request';
  if (!rules || !user.data) return isUnreadable || user.isError ? 'change-request' : undefined;
  return allowsLiveEdits(rules, user.data.id) ? 'live' : 'change-request';
}

/** Says why text that was written directly into a page of the space cannot be saved any more; undefined where it can be. */
export function whyNotLive(mode: EditMode): string | undefined {
  if (mode === 'none') return 'you are not allowed to edit this space any more.';
  return mode === 'change-request' ? 'you can edit this space in change requests alone now.' : undefined;
}
