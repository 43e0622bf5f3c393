import { Injectable } from '@nestjs/common';
import { conflict, revisionCreated } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { mainBranch } from '../branches/branch.entity';
import type { RevisionContent } from './revision-content';
import { RevisionRepository } from './revision.repository';

export interface NewRevision {
  space: string;
  organization: string;
  /** The head that the content was made from. */
  parent: string;
  user: string;
  content: RevisionContent;
  /** The change request that comes into main with it, and the head of its branch. */
  merges?: { changeRequest: string; head: string };
}

/** Puts a new revision at the head of a space's main branch. */
@Injectable()
export class CommitRevision {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Runs in the caller's transaction; answers the revision's id. Throws 409 when the head has moved meanwhile. */
  async run({ space, organization, parent, user, content, merges }: NewRevision): Promise<string> {
    const revision = newId();
    await this.revisions.insert({
      id: revision,
      spaceId: space,
      type: merges ? 'merge' : 'edits',
      parents: merges ? [parent, merges.head] : [parent],
      createdBy: user,
      mergedFrom: merges?.changeRequest ?? null,
      ...content,
    });
    const version = await this.revisions.moveMain(space, parent, revision);
    if (version === undefined) throw conflict('The space has changed meanwhile');
    await this.outbox.add(revisionCreated, {
      organization,
      aggregate: space,
      version,
      actor: user,
      payload: { space, branch: mainBranch, revision, previous: parent },
    });
    return revision;
  }
}
