import { contract, get } from '../core/endpoint';
import { GitSyncInstallations } from '../shared/git-installations.dto';

export const siteGit = contract('sites', 'Sites', {
  listSiteGitSyncInstallations: get('/orgs/:organizationId/sites/:siteId/spaces/git/installations', {
    summary:
      'List the repositories with which spaces of a site are synchronised, as far as the caller may see the spaces',
    returns: GitSyncInstallations,
  }),
});
