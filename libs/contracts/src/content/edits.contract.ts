import { ChangeRequest } from '../change-requests/change-requests.contract';
import { contract, post } from '../core/endpoint';
import { Flag, Id, Nested, Union } from '../core/fields';
import { unionOf } from '../core/schema';
import { changeOutcomes, UpdateContent, type ChangeOutcome } from './edits.dto';
import { RevisionFile, RevisionReusableContent } from './pages.dto';

export class UpdateContentQuery {
  @Flag({ description: 'Whether to return only the change request. false also returns the outcome of each change.' })
  compat: boolean = true;
}

export class ChangedContent {
  @Nested(() => ChangeRequest) changeRequest!: ChangeRequest;
  @Id({ description: 'The revision that the changes created.' }) createdRevision!: string;
  @Union('object', changeOutcomes, { array: true, description: 'The outcomes of the page changes, in their order.' })
  changes!: ChangeOutcome[];
  @Nested(() => RevisionFile, { array: true, optional: true }) insertedFiles?: RevisionFile[];
  @Nested(() => RevisionReusableContent, { array: true, optional: true })
  insertedReusableContents?: RevisionReusableContent[];
}

/** Content that was edited without a change request. */
export class LiveContent {
  @Id() revision!: string;
  @Union('object', changeOutcomes, { array: true, description: 'The outcomes of the page changes, in their order.' })
  changes!: ChangeOutcome[];
  @Nested(() => RevisionFile, { array: true, optional: true }) insertedFiles?: RevisionFile[];
  @Nested(() => RevisionReusableContent, { array: true, optional: true })
  insertedReusableContents?: RevisionReusableContent[];
}

const UpdatedChangeRequest = unionOf<ChangeRequest | ChangedContent>('UpdatedChangeRequest', () => [
  ChangeRequest,
  ChangedContent,
]);

export const edits = contract('content', 'Content edits', {
  updateChangeRequestContent: post('/spaces/:spaceId/change-requests/:changeRequestId/content', {
    summary: 'Edit the pages and files of a change request',
    description: 'Bindery applies all changes or none.',
    query: UpdateContentQuery,
    body: UpdateContent,
    returns: UpdatedChangeRequest,
    errors: [409, 412],
    large: true,
    timeout: 30_000,
    groupCommit: 'different objects',
  }),
  updateSpaceContent: post('/spaces/:spaceId/content', {
    summary: 'Edit the content of a space',
    description: 'The edit mode of the space must be live, and its merge rules must allow edits without a review.',
    body: UpdateContent,
    returns: LiveContent,
    errors: [409, 412],
    large: true,
    timeout: 30_000,
    groupCommit: 'all',
  }),
});
