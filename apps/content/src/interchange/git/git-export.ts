import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import type { GitBlob, ImportProblem } from '@bindery/contracts';
import { JobInputError, type JobContext } from '@bindery/jobs';
import { isMarkdown } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { CONTENT_CONFIG, type ContentConfig } from '../../content.config';
import { ExportSpace, type ExportedFile } from '../exports/export-space';
import { inputError } from '../imports/open-source';
import { BranchRepository } from '../../drafts/branches/branch.repository';
import type { RevisionContent } from '../../model/pages/revision-content';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { gitCredentials } from './git-credentials';
import type { CommittedFile, CommittedTree } from './committed-tree';
import { GitBranch } from './git-branch';
import { refuseOlder, refuseOtherFolder, stateFor } from './git-state';
import type { BeginSync, GitSyncInput, GitSyncProgress, GitSyncResult } from './git-sync.job';
import { GitSyncRepository, type SyncedState } from './git-sync.repository';
import { describeLosses, isMuch } from './sync-losses';
import { SyncedSpace } from './synced-space';

type Context = JobContext<GitSyncProgress>;
type Owner = NonNullable<ExportedFile['owner']>;

/** An exported file. */
interface ExportFile extends CommittedFile {
  owner?: Owner;
  unreadable?: string;
}

/** A push, and the problems that it left to users. */
interface PushedFiles {
  files: readonly ExportFile[];
  commit: string;
  problems: ImportProblem[];
}

const problemsIn = (files: readonly ExportFile[]): ImportProblem[] =>
  files.flatMap(({ path, unreadable }) =>
    unreadable
      ? [
          {
            severity: 'warning',
            file: path,
            message: `The file is exported as it was imported, because it could not be read: ${unreadable}`,
          },
        ]
      : [],
  );

const replacedLink = (file: string): ImportProblem => ({
  severity: 'warning',
  file,
  message: 'The symbolic link was replaced, because its content in the space differs from that of its target',
});

/** The folder of a space, which may itself be a link. */
const folderOf = (tree: CommittedTree, directory: string): string => tree.resolve(directory) ?? directory;

/** The files in the folder of a space that are not the space's. The first synchronisation makes all of its files the space's. */
function othersIn(
  tree: CommittedTree,
  { directory }: GitSyncInput,
  known: readonly string[] | undefined,
): Map<string, string> {
  const others = known ? tree.filesOf(folderOf(tree, directory)) : new Map<string, string>();
  for (const path of known ?? []) others.delete(path);
  return others;
}

/** Pushes the content of a space to a branch, as one commit on top of the branch. */
@Injectable()
export class GitExport {
  constructor(
    private readonly states: GitSyncRepository,
    private readonly chunks: ChunkRepository,
    private readonly exports: ExportSpace,
    private readonly commits: CommitRevision,
    private readonly revisions: RevisionRepository,
    private readonly branches: BranchRepository,
    private readonly synced: SyncedSpace,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(CONTENT_CONFIG) private readonly content: ContentConfig,
  ) {}

  async run(input: GitSyncInput, head: Head, job: Context, begin: BeginSync): Promise<GitSyncResult> {
    const context = await this.withPush(job);
    await context.report({ stage: 'repo_fetch' });
    const { url, ref, authorization } = input;
    const branch = await GitBranch.open(url, ref, {
      allow: this.content.OUTBOUND_ALLOW,
      ...(authorization && { authorization: gitCredentials(this.config).open(authorization, input.space) }),
    }).catch((error: unknown) => {
      throw inputError(error);
    });
    try {
      await begin(branch.head);
      return await this.to(branch, input, head, context);
    } catch (error) {
      throw inputError(error);
    } finally {
      await branch.close();
    }
  }

  /** The context of a job whose reports keep the push of its earlier attempts. */
  private async withPush(context: Context): Promise<Context> {
    const pushed = await this.states.pushOf(context.id);
    if (!pushed) return context;
    return { ...context, report: (progress) => context.report({ pushed, ...progress }) };
  }

  private async to(branch: GitBranch, input: GitSyncInput, head: Head, context: Context): Promise<GitSyncResult> {
    await context.report({ stage: 'config_check' });
    const known = await this.states.find(head.spaceId);
    const state = stateFor(input, known);
    refuseOlder(input, known);
    await context.report({ stage: 'content_process' });
    const since = state?.commit ?? null;
    const pushed = await this.unrecordedPaths(branch, input, head, state);
    const paths = pushed ? [...new Set([...(state?.paths ?? []), ...pushed])] : state?.paths;
    const files = await this.filesOf(branch, head, othersIn(branch.tree, input, paths));
    const { changed, problems } = await this.change(branch, input, files, paths ?? []);
    if (changed && !input.force) refuseOtherFolder(input, known);
    const mayPush = input.force || branch.head === undefined || branch.head === state?.commit || pushed !== undefined;
    // An earlier run that ended before it could record its push has pushed it already.
    if (changed && !mayPush)
      throw new JobInputError(
        state?.proposal
          ? 'The repository has changes that wait in a change request. Merge it first, or export with force, which replaces the files of both sides'
          : 'The repository has changes that the space does not have. Import it first, or export with force, which replaces the files of both sides',
      );
    const commit = changed ? await branch.commit(input.message!) : branch.head;
    if (commit === undefined) throw new JobInputError('The space has no content to export');
    await context.report({ stage: 'finalize', ...(changed && { pushed: { commit, revision: head.id, since } }) });
    if (changed) await branch.push(commit);
    return this.record(input, head, { files, commit, problems: [...problemsIn(files), ...problems] }, context);
  }

  /** The paths of an earlier push that was not recorded, if its commit is the newest of the branch. */
  private async unrecordedPaths(
    branch: GitBranch,
    input: GitSyncInput,
    { spaceId, organizationId }: Head,
    state: SyncedState | undefined,
  ): Promise<string[] | undefined> {
    const { head: commit } = branch;
    const since = state?.commit ?? null;
    if (commit === undefined || commit === since) return undefined;
    const pushed = await this.states.unrecordedPush(organizationId, input, { commit, since });
    if (!pushed) return undefined;
    const [content] = await this.revisions.contents(spaceId, [pushed.revision]);
    const others = othersIn(await branch.previousTree(), input, state?.paths);
    return this.exports.paths({ ...content!, organizationId }, others);
  }

  /** Gives the bytes of one file after the other to the branch, so that memory never holds those of all. */
  private async filesOf(branch: GitBranch, head: Head, others: ReadonlyMap<string, string>): Promise<ExportFile[]> {
    const files: ExportFile[] = [];
    for await (const { path, owner, content, unreadable } of this.exports.contents(head, others)) {
      const bytes = Buffer.isBuffer(content) ? content : await buffer(await content());
      const oid = await branch.add(bytes);
      const isUnchanged = owner?.git?.oid === oid && owner.git.path === path;
      files.push({ path, oid, isUnchanged, ...(owner && { owner }), ...(unreadable && { unreadable }) });
    }
    return files;
  }

  private async change(
    branch: GitBranch,
    { directory, force }: GitSyncInput,
    files: readonly ExportFile[],
    known: readonly string[],
  ): Promise<{ changed: boolean; problems: ImportProblem[] }> {
    const folder = folderOf(branch.tree, directory);
    const inRepository = (path: string): string => (folder ? `${folder}/${path}` : path);
    const kept = new Set(files.map(({ path }) => path));
    const removed = known.filter((path) => !kept.has(path));
    const losses = { deleted: removed.filter(isMarkdown).length, emptied: 0, pages: known.filter(isMarkdown).length };
    if (isMuch(losses) && !force)
      throw new JobInputError(
        `The export would ${describeLosses(losses)} in the repository. Check the content of the space; export with force if this is intended`,
      );
    const { changed, replacedLinks } = await branch.change(
      files.map((file) => ({ ...file, path: inRepository(file.path) })),
      removed.map(inRepository),
    );
    return { changed, problems: replacedLinks.map((link) => replacedLink(link.slice(inRepository('').length))) };
  }

  /** Records the paths of exported objects in the repository, so that an import recognizes them after a rename. */
  private async record(
    input: GitSyncInput,
    head: Head,
    { files, commit, problems }: PushedFiles,
    context: Context,
  ): Promise<GitSyncResult> {
    const { spaceId: space, organizationId: organization } = head;
    const places = (kind: Owner['kind']) =>
      new Map(files.flatMap(({ owner, oid, path }) => (owner?.kind === kind ? [[owner.id, { oid, path }]] : [])));
    const pages = await this.placed(organization, head.pages, places('page'));
    const assets = await this.placed(organization, head.files, places('file'));
    const reusableContents = await this.placed(organization, head.reusableContents, places('reusable-content'));
    const paths = files.map(({ path }) => path);
    const agree = async () => {
      const { slugs, settings, variables } = head;
      const git = {
        oid: commit,
        message: input.message!,
        createdByGitBook: true,
        ...(input.commitUrl && { url: `${input.commitUrl.replace(/\/$/, '')}/${commit}` }),
        ref: input.ref,
      };
      const content = { pages, slugs, files: assets, reusableContents, settings, variables, git };
      const main = await this.branches.lockMain(space);
      const agreed = { pages, files: assets, reusableContents, paths, commit };
      if (main !== head.id)
        return { ...agreed, revision: await this.addBeside(context.id, input, head, content), shown: main };
      const revision = await this.commits.run({ space, organization, parent: main, user: input.user, content });
      return { ...agreed, revision, shown: revision };
    };
    return context.complete(async () => {
      const { shown } = await this.synced.record(input, head, agree);
      return { commit, revision: shown!, problems };
    });
  }

  /** Stores the pushed content beside main, which was edited meanwhile. The edits are for the next export. */
  private async addBeside(
    run: string,
    { user }: GitSyncInput,
    { id: parent, spaceId }: Head,
    content: RevisionContent,
  ): Promise<string> {
    const id = newId();
    await this.revisions.insert({
      id,
      spaceId,
      branch: run,
      type: 'edits',
      parents: [parent],
      createdBy: user,
      ...content,
    });
    return id;
  }

  /** The map with the paths of its entries. */
  private async placed(organization: string, root: string, places: ReadonlyMap<string, GitBlob>): Promise<string> {
    const map = this.chunks.map<{ git?: GitBlob }>(organization);
    const changes = new Map<string, { git?: GitBlob }>();
    for (const [id, entry] of await map.get(root, [...places.keys()])) {
      const git = places.get(id)!;
      if (entry.git?.oid !== git.oid || entry.git.path !== git.path) changes.set(id, { ...entry, git });
    }
    if (changes.size === 0) return root;
    const { root: placed, chunks } = await map.update(root, changes);
    await this.chunks.insert(organization, chunks);
    return placed;
  }
}
