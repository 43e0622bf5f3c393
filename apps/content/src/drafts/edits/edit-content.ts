import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@bindery/contracts';
import { CLOCK, type Clock } from '@bindery/service';
import { mainBranch } from '../../catalog/spaces/branch.entity';
import { ancestorOf } from '../branches/branch-merger';
import { BranchRepository, type DraftBranch, type DraftSpace } from '../branches/branch.repository';
import { CommitDraft } from '../branches/commit-draft';
import { assertOpen } from '../branches/draft-access';
import type { Conflict } from '../../model/merge/conflict';
import type { ContentSource } from '../../model/merge/merge-content';
import { DocumentRepository } from '../../model/pages/document.repository';
import { PageTrees } from '../../model/pages/page-trees';
import type { PageEntry } from '../../model/pages/page-entry';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import { emptyContent, type RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { ApplyChanges, type Outcome } from './apply-changes';
import { ContentEdit, type EditedContent } from './content-edit';
import type { PreparedChanges } from './prepared-change';

interface EditResult {
  revision: string;
  outcomes: Outcome[];
}

interface NewContent extends EditedContent {
  outcomes: Outcome[];
  touched: ReadonlySet<string>;
}

/** Applies changes to the content of a branch, or of main. */
@Injectable()
export class EditContent {
  constructor(
    private readonly branches: BranchRepository,
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly trees: PageTrees,
    private readonly commitDraft: CommitDraft,
    private readonly commit: CommitRevision,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds one revision to a change request. Runs in the caller's transaction. Throws 400, 404, 409. */
  async draft(
    { spaceId, id }: Pick<DraftBranch, 'spaceId' | 'id'>,
    prepared: PreparedChanges,
    user: string,
  ): Promise<EditResult> {
    const branch = await this.branches.lockWithContent(spaceId, id);
    if (!branch) throw notFound('Change request');
    assertOpen(branch);
    const made = await this.make(branch, ancestorOf(branch), branch.content, prepared);
    this.documents.add(branch.organizationId, made.documents);
    this.chunks.add(branch.organizationId, made.chunks);
    const conflicts = (branch.conflicts ?? []).filter((one) => isOpen(one, made.touched));
    const revision = await this.commitDraft.run(branch, { user, content: made.content, conflicts });
    return { revision, outcomes: made.outcomes };
  }

  /** Adds one revision to main. Runs in the caller's transaction. Throws 400, 404. */
  async main(
    space: Pick<DraftSpace, 'id' | 'organizationId'>,
    prepared: PreparedChanges,
    user: string,
  ): Promise<EditResult> {
    const { id, organizationId: organization } = space;
    const { head: parent, version, content: before } = await this.branches.lockMainWithContent(id);
    const made = await this.make(
      { spaceId: id, organizationId: organization, id: mainBranch },
      undefined,
      before,
      prepared,
    );
    this.documents.add(organization, made.documents);
    this.chunks.add(organization, made.chunks);
    const { content, outcomes } = made;
    const next = { space: id, organization, parent, user, content, version: version + 1 };
    const revision = await this.commit.runLocked(next);
    return { revision, outcomes };
  }

  /** The content of a new space. Runs in the caller's transaction, which then creates the space. Throws 400, 404. */
  async first(space: Pick<DraftSpace, 'id' | 'organizationId'>, prepared: PreparedChanges): Promise<RevisionContent> {
    return (await this.stored(space, emptyContent, prepared)).content;
  }

  private async stored(
    { id, organizationId }: Pick<DraftSpace, 'id' | 'organizationId'>,
    content: RevisionContent,
    prepared: PreparedChanges,
  ): Promise<NewContent> {
    const made = await this.make({ spaceId: id, organizationId, id: mainBranch }, undefined, content, prepared);
    await this.documents.insert(organizationId, made.documents, { keep: true });
    await this.chunks.insert(organizationId, made.chunks, { keep: true });
    return made;
  }

  /**
   * The content with the changes, to be stored before the revision that will refer to it. `base` is the revision to revert
   * to when the caller names none.
   */
  private async make(
    { spaceId, organizationId, id: branch }: Pick<DraftBranch, 'spaceId' | 'organizationId' | 'id'>,
    base: string | undefined,
    { pages, slugs, files, reusableContents, settings, variables, git }: RevisionContent,
    { changes, refs }: PreparedChanges,
  ): Promise<NewContent> {
    const before = { pages, slugs, files, reusableContents, settings, variables, git };
    const tree = () => this.trees.of({ organizationId, space: spaceId, branch, pages });
    const edit = new ContentEdit(this.source(organizationId), before, refs, tree);
    const revisionOf = async (page: string, revision = base) => {
      if (revision === undefined) return undefined;
      return this.pageIn(organizationId, await this.revisions.pagesOf(spaceId, revision), page);
    };
    const outcomes = await new ApplyChanges(edit, this.clock().toISOString(), revisionOf).run(changes);
    return { ...(await edit.finish()), outcomes, touched: edit.touched };
  }

  private async pageIn(organization: string, pages: string | undefined, id: string): Promise<PageEntry | undefined> {
    if (pages === undefined) return undefined;
    return (await this.chunks.map<PageEntry>(organization).get(pages, [id])).get(id);
  }

  private source(organization: string): ContentSource {
    return {
      map: <V extends NonNullable<unknown>>() => this.chunks.map<V>(organization),
      documents: (hashes) => this.documents.findSome(organization, hashes),
    };
  }
}

/** An edit of a page resolves its conflicts; any edit resolves conflicts of objects that cannot be edited themselves. */
const isOpen = ({ object, id }: Conflict, touched: ReadonlySet<string>): boolean =>
  object === 'page' && !touched.has(id);
