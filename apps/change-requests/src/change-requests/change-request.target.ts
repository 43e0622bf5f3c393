import type { MutationTarget } from '@bindery/messaging';
import type { SpaceContext } from './space-contexts';
import type { ChangeRequestRow } from './change-request.repository';

/** What a mutation of a change request accounts to. */
export const targetOf = (
  { id, version }: Pick<ChangeRequestRow, 'id' | 'version'>,
  { organization }: Pick<SpaceContext, 'organization'>,
): MutationTarget => ({ organization, target: { type: 'change-request', id }, version });
