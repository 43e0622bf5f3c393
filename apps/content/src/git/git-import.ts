import { Injectable, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import type { GitCommit } from '@bindery/contracts';
import { JobInputError, type JobContext } from '@bindery/jobs';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { CONTENT_CONFIG, type ContentConfig } from '../content.config';
import { ExportSpace } from '../exports/export-space';
import { openFolder } from '../imports/archive-folder';
import { cloneRepository, type GitClone } from '../imports/git-clone';
import { ImportProblems } from '../imports/import-problems';
import { ImportSpace } from '../imports/import-space';
import { inputError } from '../imports/open-source';
import { previousContent, type Before } from '../imports/previous-content';
import { CommitRevision } from '../revisions/commit-revision';
import type { RevisionContent } from '../revisions/revision-content';
import { RevisionRepository, type Head } from '../revisions/revision.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { gitCredentials } from './git-credentials';
import { isChanged, refuseOlder, stateFor } from './git-state';
import type { BeginSync, GitSyncInput, GitSyncProgress, GitSyncResult } from './git-sync.job';
import { GitSyncRepository, type SyncedState } from './git-sync.repository';
import { ProposeCommit } from './propose-commit';
import { SyncedSpace } from './synced-space';

type Context = JobContext<GitSyncProgress>;

/** Brings a space to the state of a branch or tag. */
@Injectable()
export class GitImport {
  constructor(
    private readonly states: GitSyncRepository,
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly spaces: ImportSpace,
    private readonly exports: ExportSpace,
    private readonly commit: CommitRevision,
    private readonly synced: SyncedSpace,
    private readonly proposals: ProposeCommit,
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
    if (agreed && state?.commit === clone.commit) return { commit: clone.commit, revision: head.id };
    if (agreed && isChanged(head, state)) return this.beside(clone, input, head, state, context);
    const content = await this.read(clone, input, head, context);
    const paths = await this.pathsOf(content, head);
    return context.complete(async () => {
      const revision = await this.store(input, head, content);
      if (!input.standalone)
        await this.synced.record(input, head, { ...content, paths, commit: clone.commit, revision });
      return { commit: clone.commit, revision };
    });
  }

  /** What the repository made of the content that both had in common becomes a change request: neither side loses anything. */
  private async beside(
    clone: GitClone,
    input: GitSyncInput,
    head: Head,
    state: SyncedState | undefined,
    context: Context,
  ): Promise<GitSyncResult> {
    if (!state?.revision)
      throw new JobInputError(
        'The space and the repository have both changed. Export the space first, or import with force, which replaces what the space holds',
      );
    const open = await this.proposals.open(head, state);
    const { commit, message } = clone;
    if (open?.commit === commit) return { commit, revision: open.revision, changeRequest: open.changeRequest };
    // What the branch had last stands for what was there before, so that pages keep their ids, also those that the space has moved.
    const base = open?.revision ?? state.revision;
    const [before] = await this.revisions.contents(head.spaceId, [base]);
    const content = await this.read(clone, input, { ...before!, organizationId: head.organizationId }, context);
    const paths = await this.pathsOf(content, head);
    return context.complete(() =>
      this.proposals.run(input, head, { base, open, commit, message, content, paths, run: context.id }),
    );
  }

  private async pathsOf(content: RevisionContent, { organizationId }: Head): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path } of this.exports.contents({ ...content, organizationId })) paths.push(path);
    return paths;
  }

  /** The content of the clone; `before` is what it is a newer version of. */
  private async read(
    clone: GitClone,
    input: GitSyncInput,
    before: Before & Pick<RevisionContent, 'variables'>,
    context: Context,
  ): Promise<RevisionContent> {
    const files = await openFolder(clone.folder).catch((error: unknown) => {
      throw inputError(error);
    });
    const read = await this.spaces
      .run({
        organization: before.organizationId,
        files,
        directory: input.directory,
        previous: await previousContent(this.chunks, before),
        problems: new ImportProblems(),
        onProgress: () => context.report({ stage: 'content_process' }),
      })
      .catch((error: unknown) => {
        throw inputError(error);
      })
      .finally(() => files.close());
    if (!read) throw new JobInputError('The repository holds no Markdown pages in the folder of the space');
    await context.report({ stage: 'finalize' });
    const git: GitCommit = {
      oid: clone.commit,
      message: clone.message,
      createdByGitBook: false,
      ...(input.commitUrl && { url: `${input.commitUrl.replace(/\/$/, '')}/${clone.commit}` }),
      ref: input.ref,
    };
    return { ...read.content, variables: before.variables, git };
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
