import type { GitInstallationProvider, GitSyncInstallation } from '@bindery/contracts';
import type { GitInstallationRow } from './git-installation.repository';

const hosts: Record<GitInstallationProvider, string> = { github: 'github.com', gitlab: 'gitlab.com' };

export function presentGitInstallation(row: GitInstallationRow, publicUrl: string): GitSyncInstallation {
  const { space: id, url, ref, directory, commit, info } = row;
  const provider = providerOf(row);
  const repository = new URL(url);
  const name = repository.pathname.replace(/^\/+|\/+$|\.git$/g, '');
  const createdAt = row.createdAt.toISOString();
  const updatedAt = row.updatedAt.toISOString();
  const branch = `refs/heads/${ref}`;
  return {
    object: 'git-sync-installation',
    id,
    target: { type: 'space', spaceId: id },
    status: 'active',
    provider,
    providerConfiguration: {
      ...(repository.hostname !== hosts[provider] && { customInstanceURL: repository.origin }),
      branch,
    },
    ...(directory && { projectDirectory: directory }),
    repositoryConnection: {
      object: 'git-repository-connection',
      id,
      provider,
      repositoryId: name,
      repositoryName: info.repoName ?? name,
      repositoryUrl: info.url ?? url,
      authState: 'active',
      // Changes of both sides become a change request here, and nothing in the repository.
      capabilities: { pullRequests: false, commitStatuses: false },
      createdAt,
      updatedAt,
    },
    repositoryRef: {
      object: 'git-repository-ref',
      id: `${id}-${ref.replace(/[^\w-]/g, '-')}`,
      name: branch,
      type: 'branch',
      latestImportedCommitId: commit,
      updatedAt,
    },
    createdAt,
    createdBy: row.createdBy,
    updatedAt,
    urls: { location: `${publicUrl}/v1/git/installations/${id}` },
  };
}

/** The provider that the caller of the synchronisation names, else by the host. */
function providerOf({ url, info }: GitInstallationRow): GitInstallationProvider {
  const named = info.installationProvider?.replace('-legacy', '') as GitInstallationProvider | undefined;
  return named ?? (new URL(url).hostname === hosts.github ? 'github' : 'gitlab');
}
