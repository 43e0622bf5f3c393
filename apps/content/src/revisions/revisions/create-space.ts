import { Injectable } from '@nestjs/common';
import type { MoveContent as Move } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { revisionCreated } from './revision.events';
import { RevisionRepository } from './revision.repository';
import type { RevisionContent } from '../../model/pages/revision-content';
import { MoveContent } from '../../catalog/collections/move-content';
import { SpaceRepository, type NewSpace } from '../../catalog/spaces/space.repository';

/** Stores spaces together with a first revision and the main branch that points to it. */
@Injectable()
export class CreateSpace {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly revisions: RevisionRepository,
    private readonly move: MoveContent,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs in the caller's transaction; returns the id of the first revision. The content's chunks are stored already, and
   * the caller may add to the position.
   */
  async run(space: NewSpace, content: RevisionContent, place: Move = {}): Promise<string> {
    const revision = newId();
    await this.spaces.insert(space);
    await this.revisions.insert({
      id: revision,
      spaceId: space.id,
      type: 'edits',
      parents: [],
      createdBy: space.createdBy,
      ...content,
    });
    await this.spaces.addMainBranch(space.id, revision);
    await this.move.run({ type: 'space', id: space.id, organizationId: space.organizationId, parentId: null }, place);
    const { id, organizationId: organization } = space;
    await this.outbox.add(revisionCreated({ space: id, organization, revision, previous: null, version: 1 }));
    return revision;
  }
}
