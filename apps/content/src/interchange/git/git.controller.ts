import { Controller, Inject } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  ApiError,
  conflict,
  git as contract,
  invalid,
  notFound,
  requires,
  type ExportToGitRepository,
  type ImportGitRepository,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { resolvePath } from '@bindery/git-sync';
import { LiveEditRules } from '../../drafts/edits/live-edit-rules';
import { isPlainRef } from '../imports/git-clone';
import type { SpaceEntity } from '../../catalog/spaces/space.entity';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { gitCredentials } from './git-credentials';
import { presentGitState } from './git.presenter';
import { gitSyncJob, type GitSyncInput } from './git-sync.job';
import { GitSyncRepository } from './git-sync.repository';

/** Synchronisation of spaces with Git repositories. */
@Controller()
export class GitController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly states: GitSyncRepository,
    private readonly rules: LiveEditRules,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.importGitRepository)
  async import({ params, body, principal }: RequestOf<typeof contract.importGitRepository>) {
    const { space, level } = await this.spaces.getActive(principal, params.spaceId);
    requires(spacePermissions(level).triggerGitSync);
    if (space.editMode === 'locked' && !body.standalone)
      throw conflict('The space is locked; its content can only change through change requests');
    const merges = await this.mayMerge(space, principal);
    await this.add(space, principal, body, { direction: 'import', standalone: body.standalone ?? false, merges });
  }

  @Handles(contract.exportToGitRepository)
  async export({ params, body, principal }: RequestOf<typeof contract.exportToGitRepository>) {
    const { space, level } = await this.spaces.getActive(principal, params.spaceId);
    requires(spacePermissions(level).triggerGitSync);
    await this.add(space, principal, body, { direction: 'export', standalone: false, message: body.commitMessage });
  }

  @Handles(contract.getSpaceGitInfo)
  async info({ params, principal }: RequestOf<typeof contract.getSpaceGitInfo>) {
    const { space } = await this.spaces.getActive(principal, params.spaceId);
    const [state, job] = await Promise.all([
      this.states.find(space.id),
      this.states.lastJob(space.organizationId, space.id),
    ]);
    if (!state && !job) throw notFound('Git synchronisation');
    return presentGitState(state, job);
  }

  /** False also for a caller who may not see the rules of the organization. */
  private async mayMerge(space: SpaceEntity, principal: Principal): Promise<boolean> {
    try {
      return await this.rules.allow(space, principal);
    } catch (error) {
      if (ApiError.from(error).code < 500) return false;
      throw error;
    }
  }

  private async add(
    { id: space, organizationId: organization }: { id: string; organizationId: string },
    { user }: Principal,
    body: ImportGitRepository | ExportToGitRepository,
    kind: Pick<GitSyncInput, 'direction' | 'standalone' | 'merges' | 'message'>,
  ): Promise<void> {
    const { url, authorization } = this.remoteOf(body.url, space);
    const { repoCommitURL: commitUrl, timestamp, force = false, gitInfo = {} } = body;
    const ref = body.ref.replace(/^refs\/(heads|tags)\//, '');
    if (!isPlainRef(ref)) throw invalid('body.ref', 'ref must be the name of a branch, such as refs/heads/main');
    const directory = resolvePath('', (body.repoProjectDirectory ?? '').replace(/^\/+|\/+$/g, ''));
    if (directory === undefined || directory.split('/').some((part) => part.toLowerCase() === '.git'))
      throw invalid('body.repoProjectDirectory', 'repoProjectDirectory must be a folder of the repository');
    const input: GitSyncInput = {
      ...kind,
      space,
      user,
      url,
      ...(authorization && { authorization }),
      ref,
      directory,
      ...(commitUrl && { commitUrl }),
      ...(timestamp && { timestamp }),
      force,
      info: { ...gitInfo },
    };
    const id = newId();
    await this.mutations.run({ organization, target: { type: 'git-sync', id } }, async () => {
      // Synchronisations of one space run one after the other; one waiting job is enough.
      if (!(await this.jobs.add(gitSyncJob, { id, organizationId: organization, input, key: space })))
        throw conflict('Another synchronisation of this space is waiting to begin');
    });
  }

  /** The address without user name and password, which are encrypted. */
  private remoteOf(text: string, space: string): { url: string; authorization?: string } {
    const url = new URL(text);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    url.hash = '';
    if (!username && !password) return { url: url.href };
    const pair = `${decoded(username)}:${decoded(password)}`;
    const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
    return { url: url.href, authorization: gitCredentials(this.config).seal(basic, space) };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('body.url', 'url must have its user name and password percent-encoded');
  }
}
