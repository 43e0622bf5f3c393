import { contract, post } from '../core/endpoint';
import { Id, OneOf } from '../core/fields';

export class MergeResult {
  @Id() revision!: string;
  @OneOf(['merge', 'conflicts']) result!: 'merge' | 'conflicts';
}

export class UpdateResult {
  @Id() revision!: string;
  @OneOf(['update', 'conflicts']) result!: 'update' | 'conflicts';
}

export const merging = contract('change-requests', 'Change requests', {
  mergeChangeRequest: post('/spaces/:spaceId/change-requests/:changeRequestId/merge', {
    summary: 'Merge a change request into the main content, if the merge rules allow it',
    returns: MergeResult,
    errors: [409, 412],
    timeout: 20_000,
  }),
  updateChangeRequest: post('/spaces/:spaceId/change-requests/:changeRequestId/update', {
    summary: 'Update a change request with the main content',
    returns: UpdateResult,
    errors: [409, 412],
    timeout: 20_000,
  }),
});
