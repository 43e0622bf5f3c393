import { agentTaskWork } from './ai-jobs/agent-tasks.contract';
import { answerCalls } from './ai-jobs/ask.contract';
import { translatedSpaces } from './ai-jobs/translated-spaces.contract';
import { changeRequestRefs } from './change-requests/change-request-refs.contract';
import { changeRequestCards, changeRequests } from './change-requests/change-requests.contract';
import { spaceCounts } from './change-requests/space-counts.contract';
import { branches } from './content/branches.contract';
import { changeRequestContent } from './content/change-request-content.contract';
import { edits } from './content/edits.contract';
import { fontCalls } from './content/fonts.contract';
import { gitInstallationCalls } from './content/git-installations.contract';
import { inviteTargets } from './content/invite-targets.contract';
import { openApiFiles } from './content/openapi.contract';
import { spaceContent } from './content/revisions.contract';
import { passageCalls } from './content/passages.contract';
import { search } from './content/search.contract';
import { sitePages } from './content/site-pages.contract';
import { siteSpaceCalls, spaceCards } from './content/site-spaces.contract';
import { spaces } from './content/spaces.contract';
import { translationContent } from './content/translations.contract';
import { spacesWithOwnAccess } from './content/spaces-with-own-access.contract';
import { declareUses } from './core/uses';
import { agentCalls } from './identity/agent-calls.contract';
import { oauth } from './identity/oauth.contract';
import { organizationCards, organizations } from './identity/organizations.contract';
import { userProfiles } from './identity/user-profiles.contract';
import { rateLimits } from './identity/rate-limit.contract';
import { signIn } from './identity/sign-in.contract';
import { subjects } from './identity/subjects.contract';
import { teamCards } from './identity/teams.contract';
import { principalsBySession, principalsByToken, userCards } from './identity/users.contract';
import { computedSources } from './integrations/computed.dto';
import { endpointCalls, visitorEntrances } from './integrations/endpoints.contract';
import { integrationPrincipals } from './integrations/principals.contract';
import { siteScripts } from './integrations/site-scripts.contract';
import { hostnameCalls } from './sites/hostnames.contract';
import { publishedAddresses, visitsByToken } from './sites/published-lookup.contract';
import { publishedUrls } from './shared/published-urls.contract';
import { publicSites } from './sites/public-sites.contract';
import { siteTools } from './sites/site-tools.contract';
import { siteWeb } from './sites/site-web.contract';
import { sites } from './sites/sites.contract';
import { siteSpaces } from './sites/structure.contract';
import { variantSpaces } from './sites/variant-spaces.contract';

/*
 * Which operations each process calls besides its own work. NATS permissions are made of this, and a test compares it with
 * the code: NATS refuses operations that are missing here, and unused ones have to go.
 */

// Besides all operations of `/v1` and all batches that are composed into answers.
declareUses('gateway', {
  own: [
    principalsByToken,
    principalsBySession,
    visitsByToken,
    integrationPrincipals,
    rateLimits.leaseAllowance,
    hostnameCalls.isCustomHostname,
    openApiFiles.findPublishedOpenAPI,
    siteWeb.openSite,
    siteWeb.askSite,
    siteWeb.sendFeedback,
    ...Object.values(siteTools),
    publicSites.listPublicSites,
    endpointCalls.answerEndpoint,
    ...Object.values(signIn),
    agentCalls.recordAgentCall,
    ...Object.values(oauth),
  ],
});

declareUses('identity', {
  behalf: [inviteTargets.findInviteTargets, inviteTargets.grantInvited, sites.getSiteById],
});

declareUses('content', {
  behalf: [
    subjects.findSubjects,
    subjects.findMembership,
    subjects.resolveAccess,
    organizations.getOrganizationById,
    changeRequestRefs.resolveChangeRequest,
    publishedAddresses.findPublishedPlace,
  ],
  own: [
    variantSpaces,
    changeRequestCards,
    changeRequestRefs.resolveChangeRequest,
    translatedSpaces.listTranslatedSpaces,
    computedSources.computeSource,
    // The event of an accepted invite link has no caller.
    subjects.findMembership,
    // `reconcile` queries these for deleted objects.
    userProfiles,
    teamCards,
  ],
});

declareUses('change-requests', {
  behalf: [
    spacesWithOwnAccess.listWorkSpaces,
    branches.openBranch,
    branches.getBranch,
    branches.getSpaceAccess,
    branches.locateComment,
    branches.mergeBranch,
    branches.updateBranch,
    spaces.getSpaceById,
    agentTaskWork.getAgentTaskWork,
    organizations.getOrganizationById,
    userCards,
  ],
  // Notifications have no caller, so the service requests these on its own.
  own: [userProfiles, branches.getSpaceAccess, spaceCards],
});

declareUses('sites', {
  behalf: [
    subjects.findSubjects,
    subjects.resolveAccess,
    siteSpaceCalls.findSpaces,
    siteSpaceCalls.searchSpaces,
    passageCalls.findPassages,
    passageCalls.findQuestions,
    answerCalls.answerFromPassages,
    fontCalls.findFont,
    gitInstallationCalls.findGitInstallations,
    spaceContent.getPageById,
    spaces.duplicateSpace,
    spaces.deleteSpaceById,
  ],
  own: [
    // Readers of sites are the visitors that sites lets in.
    search.searchSpaceContent,
    siteSpaceCalls.searchSpaces,
    passageCalls.findPassages,
    passageCalls.findQuestions,
    answerCalls.answerFromPassages,
    sitePages.getSpaceStates,
    sitePages.getSpaceOutlines,
    sitePages.readSitePage,
    // Where a redirect leads to a page.
    spaceContent.getPageById,
    visitorEntrances,
    siteScripts,
    userCards,
    // A duplication that was interrupted is finished in the name of its user.
    siteSpaces.duplicateSiteSpace,
    spaces.duplicateSpace,
    spaces.deleteSpaceById,
    userProfiles,
    teamCards,
    spaceCards,
  ],
});

declareUses('integrations', {
  behalf: [
    sites.getSiteById,
    sites.listSites,
    spaces.getSpaceById,
    sitePages.showDocument,
    organizations.getSubdomain,
    spaceCards,
    spaceCounts,
    publishedUrls,
  ],
  // Events show installations the objects of their organization, and scripts the organization itself.
  own: [organizationCards, spaceCards, spaceCounts, publishedUrls, sites.listSites],
});

declareUses('ai-jobs', {
  behalf: [
    spacesWithOwnAccess.listWorkSpaces,
    siteSpaceCalls.findSpaces,
    branches.getSpaceAccess,
    changeRequestRefs.resolveChangeRequest,
    changeRequests.createChangeRequest,
    passageCalls.findPassages,
    passageCalls.findQuestions,
  ],
  // Jobs outlive the request that asked for them.
  own: [
    userProfiles,
    search.searchOrganizationContent,
    changeRequests.createChangeRequest,
    changeRequestRefs.resolveChangeRequest,
    branches.getBranch,
    changeRequestContent.getPageInChangeRequestById,
    edits.updateChangeRequestContent,
    translationContent.getTranslationSource,
    translationContent.findTranslationDocuments,
    translationContent.storeTranslationDocument,
    translationContent.putTranslatedSpace,
    spaceCards,
  ],
});
