import { contract, get } from '../core/endpoint';
import { GitSyncInstallations } from '../shared/git-installations.dto';

export const siteGit = contract('sites', 'Sites', {
  listSiteGitSyncInstallations: get('/orgs/:organizationId/sites/:siteId/spaces/git/installations', {
    summary: 'List the Git repositories of the spaces of a site that the caller can see',
    returns: GitSyncInstallations,
  }),
});
