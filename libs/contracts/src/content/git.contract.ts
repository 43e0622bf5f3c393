import { contract, get, post } from '../core/endpoint';
import { ImportProblem } from './imports.contract';
import { Flag, Id, Int, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';

const gitProviders = ['github', 'gitlab', 'github-legacy'] as const;
const gitOperationStates = ['running', 'success', 'failure'] as const;
const gitDirections = ['import', 'export'] as const;
export type GitDirection = (typeof gitDirections)[number];
const gitStages = ['repo_fetch', 'config_check', 'content_process', 'finalize'] as const;
export type GitStage = (typeof gitStages)[number];

/** Information about the provider of a repository. */
export class GitInfo {
  @Text({ max: 512, optional: true }) repoName?: string;
  @OneOf(gitProviders, { optional: true }) installationProvider?: (typeof gitProviders)[number];
  @Text({ max: 100, optional: true }) integration?: string;
  @Url({ optional: true }) url?: string;
}

/** One synchronisation, the last one of its space. */
export class GitSyncOperation {
  @OneOf(gitOperationStates) state!: (typeof gitOperationStates)[number];
  @OneOf(gitDirections) direction!: GitDirection;
  @OneOf(gitStages) stage!: GitStage;
  @Int() dispatchedTasks!: number;
  @Int() completedTasks!: number;
  @Timestamp() startedAt!: string;
  @Timestamp() updatedAt!: string;
  @Timestamp({ optional: true }) completedAt?: string;
  @Text({ max: 2000, optional: true }) error?: string;
  @Id({
    optional: true,
    description:
      'The change request that an import made because both sides had changed the same, or the merge rules want one.',
  })
  changeRequest?: string;
  @Nested(() => ImportProblem, {
    array: { max: 10_000 },
    optional: true,
    description: 'What was found wrong in the files of the repository, as imports tell it.',
  })
  problems?: ImportProblem[];
}

/** With what a space is synchronised. */
export class SpaceGitSync extends GitInfo {
  @Timestamp({ optional: true }) updatedAt?: string;
}

export class GitSyncState extends SpaceGitSync {
  @Nested(() => GitSyncOperation, { optional: true }) operation?: GitSyncOperation;
}

class GitSync {
  @Url({ description: 'The repository, over HTTPS; it may hold a user name and a password.' }) url!: string;
  @Text({ min: 1, max: 200, description: 'Such as `refs/heads/main`.' }) ref!: string;
  @Text({
    max: 200,
    optional: true,
    description: 'Accepted for compatibility: nothing is kept between synchronisations.',
  })
  repoCacheID?: string;
  @Url({ optional: true }) repoTreeURL?: string;
  @Url({ optional: true, description: 'What stands before the commit in its address.' }) repoCommitURL?: string;
  @Text({ max: 1024, optional: true, description: "The space's folder in the repository." })
  repoProjectDirectory?: string;
  @Timestamp({
    optional: true,
    description: 'When what is synchronised happened; what is older than the last is refused.',
  })
  timestamp?: string;
  @Flag({ optional: true, description: 'Prefer the side that is read where both have changed.' }) force?: boolean;
  @Nested(() => GitInfo, { optional: true }) gitInfo?: GitInfo;
}

export class ImportGitRepository extends GitSync {
  @Flag({ optional: true, description: 'Make a revision that the space does not show.' }) standalone?: boolean;
}

export class ExportToGitRepository extends GitSync {
  @Text({ min: 1, max: 10_000 }) commitMessage!: string;
}

export const git = contract('content', 'Git', {
  importGitRepository: post('/spaces/:spaceId/git/import', {
    summary: 'Bring the space to the state of a Git repository; the state is told by the information on Git',
    body: ImportGitRepository,
    errors: [409],
  }),
  exportToGitRepository: post('/spaces/:spaceId/git/export', {
    summary: 'Push the content of the space to a Git repository; the state is told by the information on Git',
    body: ExportToGitRepository,
    errors: [409],
  }),
  getSpaceGitInfo: get('/spaces/:spaceId/git/info', {
    summary: 'Get where the space is synchronised with and how the last synchronisation went',
    returns: GitSyncState,
  }),
});
