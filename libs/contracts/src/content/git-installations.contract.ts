import { call, contract, del, get, internal } from '../core/endpoint';
import { Id } from '../core/fields';
import { GitSyncInstallation, GitSyncInstallations } from '../shared/git-installations.dto';

export const gitInstallations = contract('content', 'Git', {
  getGitSyncInstallationById: get('/git/installations/:installationId', {
    summary: 'Get the repository with which a space is synchronised, by the id of the space',
    returns: GitSyncInstallation,
  }),
  uninstallGitSyncInstallation: del('/git/installations/:installationId', {
    summary: 'End the synchronisation of a space with a repository; both keep what they hold',
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
