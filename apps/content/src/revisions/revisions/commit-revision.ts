import { Injectable } from '@nestjs/common';
import { conflict } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import type { RevisionContent } from '../../model/pages/revision-content';
import { revisionCreated } from './revision.events';
import { RevisionRepository, type NewRevisionRow } from './revision.repository';

interface NewRevision {
  space: string;
  organization: string;
  /** The head that the content is based on. */
  parent: string;
  user: string;
  content: RevisionContent;
  /** The merged head, and the change request that it belongs to. */
  merges?: { changeRequest?: string; head: string };
}

/** Adds a new revision at the head of a space's main branch. */
@Injectable()
export class CommitRevision {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Runs in the caller's transaction; returns the revision's id. Throws 409 when the head has moved meanwhile. */
  async run(made: NewRevision): Promise<string> {
    const row = rowOf(made);
    await this.revisions.insert(row);
    const version = await this.revisions.moveMain(made.space, made.parent, row.id);
    if (version === undefined) throw conflict('The space has changed in the meantime; try again');
    await this.emitCreated(made, row.id, version);
    return row.id;
  }

  /** The same for a main that the caller has locked with its space: nothing of it is read before the transaction is committed. */
  async runLocked(made: NewRevision & { version: number }): Promise<string> {
    const row = rowOf(made);
    this.revisions.add(row);
    const { space, parent: expected, version, content } = made;
    this.revisions.moveLockedMain({ space, expected, head: row.id, version, content });
    await this.emitCreated(made, row.id, made.version);
    return row.id;
  }

  private async emitCreated({ space, organization, parent, user }: NewRevision, revision: string, version: number) {
    await this.outbox.add(revisionCreated({ space, organization, revision, previous: parent, version, user }));
  }
}

const rowOf = ({ space, parent, user, content, merges }: NewRevision): NewRevisionRow => ({
  id: newId(),
  spaceId: space,
  type: merges ? 'merge' : 'edits',
  parents: merges ? [parent, merges.head] : [parent],
  createdBy: user,
  mergedFrom: merges?.changeRequest ?? null,
  ...content,
});
