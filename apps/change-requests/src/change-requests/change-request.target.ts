import type { MutationTarget } from '@bindery/messaging';
import type { SpaceContext } from './space-contexts';
import type { ChangeRequestRow } from './change-request.repository';

/** The target of a mutation of a change request. */
export const targetOf = (
  { id, version }: Pick<ChangeRequestRow, 'id' | 'version'>,
  { organization }: Pick<SpaceContext, 'organization'>,
): MutationTarget => ({ organization, target: { type: 'change-request', id }, version });
