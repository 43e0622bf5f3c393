import { Const, Flag, Id, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';

const gitInstallationProviders = ['github', 'gitlab'] as const;
export type GitInstallationProvider = (typeof gitInstallationProviders)[number];

class GitProviderConfiguration {
  @Url({ optional: true, description: 'The URL of the Git server, if it is neither github.com nor gitlab.com.' })
  customInstanceURL?: string;
  @Text({ description: 'The Git ref of the branch, for example `refs/heads/main`.' }) branch!: string;
}

class GitInstallationTarget {
  @Const('space') type!: 'space';
  @Id() spaceId!: string;
}

class GitRepositoryCapabilities {
  @Flag() pullRequests!: boolean;
  @Flag() commitStatuses!: boolean;
}

class GitRepositoryConnection {
  @Const('git-repository-connection') object!: 'git-repository-connection';
  @Text() id!: string;
  @OneOf(gitInstallationProviders) provider!: GitInstallationProvider;
  @Text() repositoryId!: string;
  @Text() repositoryName!: string;
  @Url() repositoryUrl!: string;
  @OneOf(['active']) authState!: 'active';
  @Nested(() => GitRepositoryCapabilities) capabilities!: GitRepositoryCapabilities;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
}

class GitRepositoryRef {
  @Const('git-repository-ref') object!: 'git-repository-ref';
  @Text() id!: string;
  @Text() name!: string;
  @OneOf(['branch']) type!: 'branch';
  @Text({ description: 'The last commit at which the space and the repository were equal.' })
  latestImportedCommitId!: string;
  @Timestamp() updatedAt!: string;
}

class GitInstallationUrls {
  @Url() location!: string;
}

/** The branch of a repository with which a space is synchronised. */
export class GitSyncInstallation {
  @Const('git-sync-installation') object!: 'git-sync-installation';
  @Text({ description: 'The id of the space.' }) id!: string;
  @Nested(() => GitInstallationTarget) target!: GitInstallationTarget;
  @OneOf(['active']) status!: 'active';
  @OneOf(gitInstallationProviders, { description: '`github`, or `gitlab` for every other server.' })
  provider!: GitInstallationProvider;
  @Nested(() => GitProviderConfiguration) providerConfiguration!: GitProviderConfiguration;
  @Text({ optional: true, description: 'The folder of the space in the repository.' }) projectDirectory?: string;
  @Nested(() => GitRepositoryConnection) repositoryConnection!: GitRepositoryConnection;
  @Nested(() => GitRepositoryRef) repositoryRef!: GitRepositoryRef;
  @Timestamp() createdAt!: string;
  @Id({ description: 'The user who first synchronised the space.' }) createdBy!: string;
  @Timestamp() updatedAt!: string;
  @Nested(() => GitInstallationUrls) urls!: GitInstallationUrls;
}

export class GitSyncInstallations {
  @Nested(() => GitSyncInstallation, { array: true }) items!: GitSyncInstallation[];
}
