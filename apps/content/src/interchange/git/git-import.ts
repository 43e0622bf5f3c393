import { Injectable, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import type { ImportProblem } from '@bindery/contracts';
import { JobInputError, type JobContext } from '@bindery/jobs';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { CONTENT_CONFIG, type ContentConfig } from '../../content.config';
import { cloneRepository, type GitClone } from '../imports/git-clone';
import { inputError } from '../imports/open-source';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { gitCredentials } from './git-credentials';
import { isChanged, refuseOlder, refuseOtherFolder, stateFor } from './git-state';
import type { BeginSync, GitSyncInput, GitSyncProgress, GitSyncResult } from './git-sync.job';
import { GitSyncRepository, type GitProposal, type SyncedState } from './git-sync.repository';
import { MergeCommit } from './merge-commit';
import { ProposeCommit } from './propose-commit';
import { ReadClone, type ReadContent } from './read-clone';
import { describeLosses, isMuch, SyncLossCounter } from './sync-losses';
import { SyncedSpace } from './synced-space';

type Context = JobContext<GitSyncProgress>;

/** Brings a space to the state of a branch or tag. */
@Injectable()
export class GitImport {
  constructor(
    private readonly states: GitSyncRepository,
    private readonly revisions: RevisionRepository,
    private readonly clones: ReadClone,
    private readonly commit: CommitRevision,
    private readonly synced: SyncedSpace,
    private readonly merges: MergeCommit,
    private readonly proposals: ProposeCommit,
    private readonly losses: SyncLossCounter,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(CONTENT_CONFIG) private readonly content: ContentConfig,
  ) {}

  async run(input: GitSyncInput, head: Head, context: Context, begin: BeginSync): Promise<GitSyncResult> {
    await context.report({ stage: 'repo_fetch' });
    const { url, ref, authorization } = input;
    const clone = await cloneRepository(url, {
      ref,
      allow: this.content.OUTBOUND_ALLOW,
      ...(authorization && { authorization: gitCredentials(this.config).open(authorization, input.space) }),
    }).catch((error: unknown) => {
      throw inputError(error);
    });
    try {
      await begin(clone.commit);
      return await this.from(clone, input, head, context);
    } finally {
      await clone.cleanup();
    }
  }

  private async from(clone: GitClone, input: GitSyncInput, head: Head, context: Context): Promise<GitSyncResult> {
    await context.report({ stage: 'config_check' });
    const known = await this.states.find(head.spaceId);
    const state = stateFor(input, known);
    refuseOlder(input, known);
    const agreed = !input.force && !input.standalone;
    if (agreed && state?.commit === clone.commit && !state.proposal) return this.again(clone.commit, head);
    if (agreed && isChanged(head, state)) {
      refuseOtherFolder(input, known);
      return this.beside(clone, input, head, state, context);
    }
    const { content, problems, paths } = await this.clones.read(clone, input, head, context);
    if (agreed) await this.checkLosses(head, content);
    return context.complete(async () => {
      const { commit } = clone;
      const agree = async () => ({ ...content, paths, commit, revision: await this.store(input, head, content) });
      const { revision } = await (input.standalone ? agree() : this.synced.record(input, head, agree));
      return { commit, revision, problems };
    });
  }

  /** The problems of a commit are reported as long as the space holds it. */
  private async again(commit: string, head: Head): Promise<GitSyncResult> {
    return { commit, revision: head.id, problems: await this.problemsOf(commit, head) };
  }

  private problemsOf(commit: string, { spaceId, organizationId }: Head): Promise<ImportProblem[]> {
    return this.states.problemsOf(organizationId, spaceId, commit);
  }

  /** Throws `JobInputError` for a commit that would remove much of the space, which may be a mistake. */
  private async checkLosses(head: Head, content: RevisionContent): Promise<void> {
    const losses = await this.losses.count(head.organizationId, head.pages, content.pages);
    if (isMuch(losses))
      throw new JobInputError(
        `The import would ${describeLosses(losses)}. Check the repository, its branch and its folder; import with force if this is intended`,
      );
  }

  /**
   * Merges the repository's changes since the common content into the space. Where a user must decide, it becomes a
   * change request: neither side loses anything.
   */
  private async beside(
    clone: GitClone,
    input: GitSyncInput,
    head: Head,
    state: SyncedState | undefined,
    context: Context,
  ): Promise<GitSyncResult> {
    if (!state?.revision)
      throw new JobInputError(
        'The space and the repository have both changed. Export the space first, or import with force, which replaces the content of the space',
      );
    const open = await this.proposals.open(head, state);
    const { commit, message } = clone;
    const since = (revision: string) => this.readSince(clone, input, head, revision, context);
    const mayMerge = !open || (await this.proposals.isUntouched(head, open));
    const known = open?.commit === commit ? await this.known(open, head) : undefined;
    // The blocks of the common content show what each side changed.
    const found = known ?? (await since(mayMerge ? state.revision : open.revision));
    const of = { run: context.id, commit };
    const merged = mayMerge && (await this.merges.prepare(input, head, { ...of, ...found, base: state.revision }));
    if (merged)
      return context.complete(async () => {
        const revision = await this.merges.run(input, head, merged);
        return { commit, revision, problems: found.problems };
      });
    if (open && known)
      return { commit, revision: open.revision, changeRequest: open.changeRequest, problems: known.problems };
    // Pages of the draft keep their ids.
    const base = open?.revision ?? state.revision;
    const read = open && mayMerge ? await since(base) : found;
    const [before] = await this.revisions.contents(head.spaceId, [base]);
    const losses = await this.losses.count(head.organizationId, before!.pages, read.content.pages);
    return context.complete(() => this.proposals.run(input, head, { ...of, ...read, base, open, message, losses }));
  }

  private async readSince(
    clone: GitClone,
    input: GitSyncInput,
    head: Head,
    revision: string,
    context: Context,
  ): Promise<ReadContent> {
    const [before] = await this.revisions.contents(head.spaceId, [revision]);
    return this.clones.read(clone, input, { ...before!, organizationId: head.organizationId }, context);
  }

  /** The content that the change request holds already. */
  private async known(
    { revision, commit, paths }: GitProposal,
    head: Head,
  ): Promise<ReadContent & { revision: string }> {
    const [stored] = await this.revisions.contents(head.spaceId, [revision]);
    const { conflicts: _conflicts, ...content } = stored!;
    return { content, paths, problems: await this.problemsOf(commit, head), revision };
  }

  private async store(input: GitSyncInput, head: Head, content: RevisionContent): Promise<string> {
    const { spaceId: space, organizationId: organization, id: parent } = head;
    if (!input.standalone) return this.commit.run({ space, organization, parent, user: input.user, content });
    const id = newId();
    await this.revisions.insert({
      id,
      spaceId: space,
      type: 'edits',
      parents: [parent],
      createdBy: input.user,
      ...content,
    });
    return id;
  }
}
