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
      'The change request that the import created, because both sides had changed the same content or because the merge rules require one.',
  })
  changeRequest?: string;
  @Nested(() => ImportProblem, {
    array: { max: 10_000 },
    optional: true,
    description: 'The problems found in the files of the repository, in the format of import problems.',
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
  @Url({ description: 'The HTTPS URL of the repository. It may contain a user name and a password.' }) url!: string;
  @Text({ min: 1, max: 200, description: 'The Git ref, for example `refs/heads/main`.' }) ref!: string;
  @Text({
    max: 200,
    optional: true,
    description: 'Accepted for compatibility and ignored. Nothing is kept between synchronisations.',
  })
  repoCacheID?: string;
  @Url({ optional: true }) repoTreeURL?: string;
  @Url({ optional: true, description: 'The URL of commits, to which the id of a commit is appended.' })
  repoCommitURL?: string;
  @Text({ max: 1024, optional: true, description: 'The folder of the space in the repository.' })
  repoProjectDirectory?: string;
  @Timestamp({
    optional: true,
    description:
      'The time of the state to synchronise. The synchronisation fails if a newer state was synchronised before.',
  })
  timestamp?: string;
  @Flag({
    optional: true,
    description:
      'Whether the side that is read wins where both sides changed: the repository in an import, the space in an export.',
  })
  force?: boolean;
  @Nested(() => GitInfo, { optional: true }) gitInfo?: GitInfo;
}

export class ImportGitRepository extends GitSync {
  @Flag({ optional: true, description: 'Whether to create a revision that the space does not show.' })
  standalone?: boolean;
}

export class ExportToGitRepository extends GitSync {
  @Text({ min: 1, max: 10_000 }) commitMessage!: string;
}

export const git = contract('content', 'Git', {
  importGitRepository: post('/spaces/:spaceId/git/import', {
    summary: 'Start an import of a Git repository into a space',
    description: 'The Git information of the space shows the progress.',
    body: ImportGitRepository,
    errors: [409],
  }),
  exportToGitRepository: post('/spaces/:spaceId/git/export', {
    summary: 'Start an export of a space to a Git repository',
    description: 'The Git information of the space shows the progress.',
    body: ExportToGitRepository,
    errors: [409],
  }),
  getSpaceGitInfo: get('/spaces/:spaceId/git/info', {
    summary: 'Get the Git repository of a space and the state of its last synchronisation',
    returns: GitSyncState,
  }),
});
