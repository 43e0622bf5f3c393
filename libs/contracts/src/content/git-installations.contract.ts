import { call, contract, del, get, internal } from '../core/endpoint';
import { Id } from '../core/fields';
import { GitSyncInstallation, GitSyncInstallations } from '../shared/git-installations.dto';

export const gitInstallations = contract('content', 'Git', {
  getGitSyncInstallationById: get('/git/installations/:installationId', {
    summary: 'Get the Git repository that a space is synchronised with, by the id of the space',
    returns: GitSyncInstallation,
  }),
  uninstallGitSyncInstallation: del('/git/installations/:installationId', {
    summary: 'Stop synchronising a space with its Git repository',
    description: 'The space and the repository keep their content.',
    errors: [409],
  }),
});

class FindGitInstallations {
  @Id() organization!: string;
  @Id({ array: { max: 1000 } }) spaces!: string[];
}

export const gitInstallationCalls = internal('content', {
  /** Those of the spaces that the caller may see, in their order. */
  findGitInstallations: call({ body: FindGitInstallations, returns: GitSyncInstallations }),
});
