import { Controller } from '@nestjs/common';
import { changes as contract, type ChangeRequestChanges, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { ancestorOf } from '../branches/branch-merger';
import { DraftAccess } from '../branches/draft-access';
import { OpenConflicts } from '../branches/open-conflicts';
import { emptyContent } from '../../model/pages/revision-content';
import { HiddenContentReader } from '../../revisions/visitor-content/hidden-content';
import { mergedFromOf } from '../../revisions/revisions/revision.presenter';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { SemanticChangeReader } from './semantic-changes';

/** The changes of change requests and revisions. */
@Controller()
export class ChangesController {
  constructor(
    private readonly drafts: DraftAccess,
    private readonly revisions: RevisionRepository,
    private readonly reader: SemanticChangeReader,
    private readonly hidden: HiddenContentReader,
    private readonly conflicts: OpenConflicts,
  ) {}

  @Handles(contract.getChangeRequestChanges)
  async ofChangeRequest({
    params,
    query,
    principal,
  }: RequestOf<typeof contract.getChangeRequestChanges>): Promise<ChangeRequestChanges> {
    const { space, branch } = await this.drafts.get(principal, params);
    const [before, after] = await this.revisions.contents(space.id, [ancestorOf(branch), branch.head]);
    const read = await this.reader.read(space.organizationId, before!, after!, query);
    const conflicts = await this.conflicts.in(space.organizationId, after!, after!.conflicts);
    return { ...read, ...(conflicts.length > 0 && { conflicts }) };
  }

  @Handles(contract.getRevisionSemanticChanges)
  async ofRevision({ params, query, principal }: RequestOf<typeof contract.getRevisionSemanticChanges>) {
    const revision = await this.revisions.get(principal, params.spaceId, params.revisionId);
    const [parent] = revision.parents;
    const [before] = parent === undefined ? [emptyContent] : await this.revisions.contents(revision.space, [parent]);
    for (const content of [before!, revision]) await this.hidden.requireWhole({ ...revision, ...content });
    const read = await this.reader.read(revision.organizationId, before!, revision, query);
    return { ...read, ...mergedFromOf(revision) };
  }
}
