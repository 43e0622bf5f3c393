import type { ChangeRequest } from '../change-requests/change-requests.contract';
import { contract, get } from '../core/endpoint';
import { Flag, Id, Int, Nested, Union } from '../core/fields';
import { ContentConflict, semanticChanges, type SemanticChange } from './changes.dto';
import { ContentQuery, MergedFrom } from './revisions.contract';

export class ChangesQuery extends ContentQuery {
  @Int({ min: 1, max: 1000, optional: true, description: 'Most changes to answer.' })
  limit: number = 10;
  @Flag({
    optional: true,
    description: 'Whether changes of documents are told as text: per block, as Markdown before and after.',
  })
  blocks: boolean = false;
  @Id({ optional: true, description: 'Answer the changes of this page alone.' }) page?: string;
}

export class SemanticChanges {
  @Union('type', semanticChanges, { array: { max: 1000 } }) changes!: SemanticChange[];
  @Int({ optional: true, description: 'How many changes are left out.' }) more?: number;
}

export class RevisionSemanticChanges extends SemanticChanges {
  @MergedFrom() mergedFrom?: ChangeRequest;
}

export class ChangeRequestChanges extends SemanticChanges {
  @Nested(() => ContentConflict, {
    array: { max: 100_000 },
    optional: true,
    description: 'What main changed as well, and nobody has decided on; the draft holds both versions.',
  })
  conflicts?: ContentConflict[];
}

export const changes = contract('content', 'Changes', {
  getChangeRequestChanges: get('/spaces/:spaceId/change-requests/:changeRequestId/changes', {
    summary: 'List what a change request changes, and what of it is in conflict with the main content',
    query: ChangesQuery,
    returns: ChangeRequestChanges,
  }),
  getRevisionSemanticChanges: get('/spaces/:spaceId/revisions/:revisionId/changes', {
    anonymous: true,
    summary: 'List what a revision changed',
    query: ChangesQuery,
    returns: RevisionSemanticChanges,
  }),
});
