import type { ChangeRequest } from '../change-requests/change-requests.contract';
import { contract, get } from '../core/endpoint';
import { Flag, Id, Int, Nested, Union } from '../core/fields';
import { ContentConflict, semanticChanges, type SemanticChange } from './changes.dto';
import { ContentQuery, MergedFrom } from './revisions.contract';

export class ChangesQuery extends ContentQuery {
  @Int({ min: 1, max: 1000, optional: true, description: 'The maximum number of changes to return.' })
  limit: number = 10;
  @Flag({
    optional: true,
    description: 'Whether to include the changed blocks of documents, as Markdown before and after the change.',
  })
  blocks: boolean = false;
  @Id({ optional: true, description: 'Only the changes of this page.' }) page?: string;
}

export class SemanticChanges {
  @Union('type', semanticChanges, { array: { max: 1000 } }) changes!: SemanticChange[];
  @Int({ optional: true, description: 'The number of changes that are left out.' }) more?: number;
}

export class RevisionSemanticChanges extends SemanticChanges {
  @MergedFrom() mergedFrom?: ChangeRequest;
}

export class ChangeRequestChanges extends SemanticChanges {
  @Nested(() => ContentConflict, {
    array: { max: 100_000 },
    optional: true,
    description: 'The unresolved conflicts with main. The draft holds both versions.',
  })
  conflicts?: ContentConflict[];
}

export const changes = contract('content', 'Changes', {
  getChangeRequestChanges: get('/spaces/:spaceId/change-requests/:changeRequestId/changes', {
    summary: 'List the changes of a change request, and their conflicts with the main content',
    query: ChangesQuery,
    returns: ChangeRequestChanges,
  }),
  getRevisionSemanticChanges: get('/spaces/:spaceId/revisions/:revisionId/changes', {
    anonymous: true,
    summary: 'List the changes of a revision',
    query: ChangesQuery,
    returns: RevisionSemanticChanges,
  }),
});
