import { scopeNeeded } from '@bindery/authorization';
import type { Endpoint } from '@bindery/contracts';
import { inOrganizations, onTargets, signedIn } from '../access/permission-table';
import { permissionTable } from '../change-requests/permission-table';
import sites from '../sites/site-permissions.json';
import type { CallerName } from './callers';

const columns = ['anonymous', 'integration', 'installation', ...signedIn] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

/**
 * The status of every operation for every kind of caller, `ok` being the operation's own of success: here for the operations
 * that the tables of spaces, collections, sites and change requests do not have. Integrations have columns of their own where operations
 * need no scope; each operation is called on an object of the first organization's administrator, who may do anything with it. A DELETE
 * answers 204 to callers who do not see its object, and changes nothing.
 */
const own = table(`
# ai-jobs                                     anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
getOrganizationAgentInstructions              401    403    403    404    403    ok     ok     ok     ok     ok     ok
updateOrganizationAgentInstructions           401    403    403    404    403    403    403    403    403    403    ok
listAgentTasks                                401    403    403    404    403    ok     ok     ok     ok     ok     ok
getAgentTask                                  401    403    403    404    403    ok     ok     ok     ok     ok     ok
updateAgentTask                               401    403    403    404    403    403    403    ok     ok     ok     ok
listConversationsIssuesClusters               401    403    403    404    403    ok     ok     ok     ok     ok     ok
getConversationsIssuesCluster                 401    403    403    404    403    ok     ok     ok     ok     ok     ok
listConversations                             401    403    403    404    403    ok     ok     ok     ok     ok     ok
ingestConversation                            401    403    403    404    403    403    403    403    403    403    ok
listConversationsIssues                       401    403    403    404    403    ok     ok     ok     ok     ok     ok
getConversationIssueById                      401    403    403    404    403    ok     ok     ok     ok     ok     ok
getConversationById                           401    403    403    404    403    ok     ok     ok     ok     ok     ok
askInOrganization                             401    403    403    404    ok     ok     ok     ok     ok     ok     ok
streamAskInOrganization                       401    403    403    404    ok     ok     ok     ok     ok     ok     ok
getRecommendedQuestionsInOrganization         401    403    403    404    ok     ok     ok     ok     ok     ok     ok
streamRecommendedQuestionsInOrganization      401    403    403    404    ok     ok     ok     ok     ok     ok     ok
listGlossaryEntries                           401    403    403    404    403    ok     ok     ok     ok     ok     ok
updateGlossaryEntries                         401    403    403    404    403    403    403    403    403    ok     ok
getGlossaryEntry                              401    403    403    404    403    ok     ok     ok     ok     ok     ok
listTranslations                              401    403    403    404    ok     ok     ok     ok     ok     ok     ok
createTranslation                             401    403    403    404    404    403    403    403    403    ok     ok
getTranslation                                401    403    403    404    404    ok     ok     ok     ok     ok     ok
updateTranslation                             401    403    403    404    404    403    403    403    403    ok     ok
deleteTranslation                             401    403    403    ok     ok     403    403    403    403    ok     ok
runTranslation                                401    403    403    404    404    403    403    403    403    ok     ok
listTranslationRuns                           401    403    403    404    404    ok     ok     ok     ok     ok     ok
getTranslationRun                             401    403    403    404    404    ok     ok     ok     ok     ok     ok
cancelTranslationRun                          401    403    403    404    404    403    403    403    403    ok     ok
listChangeRequestConversations                401    403    403    404    404    ok     ok     ok     ok     ok     ok
updateChangeRequestConversation               401    403    403    404    404    403    403    ok     ok     ok     ok
deleteChangeRequestConversation               401    403    403    ok     ok     403    403    ok     ok     ok     ok
# identity                                    anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
getAuthenticatedUser                          401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
getUserById                                   401    403    403    404    ok     ok     ok     ok     ok     ok     ok
updateUserById                                401    403    403    404    403    403    403    403    403    403    ok
listUserTokens                                401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
createUserToken                               401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
deleteUserToken                               401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
listUserSessions                              401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
deleteUserSession                             401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
listMembersInOrganizationById                 401    403    403    404    403    ok     ok     ok     ok     ok     ok
getMemberInOrganizationById                   401    403    403    404    403    ok     ok     ok     ok     ok     ok
removeMemberFromOrganizationById              401    403    403    ok     403    403    403    403    403    403    ok
updateMemberInOrganizationById                401    403    403    404    403    403    403    403    403    403    ok
updateOrganizationMemberLastSeenAt            401    403    403    404    ok     ok     ok     ok     ok     ok     ok
setUserAsSSOMemberForOrganization             401    403    403    404    403    403    403    403    403    403    ok
listOrganizationsForAuthenticatedUser         401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
createOrganization                            401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
getOrganizationById                           401    404    ok     404    ok     ok     ok     ok     ok     ok     ok
updateOrganizationById                        401    403    403    404    403    403    403    403    403    403    ok
deleteOrganizationById                        401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
joinOrganization                              401    403    403    404    404    404    404    404    404    404    ok
getOrganizationsForEmailDomain                401    403    403    404    404    404    404    404    404    404    ok
getSubdomain                                  401    403    403    404    404    404    404    404    404    404    ok
listTeamsInOrganizationById                   401    403    403    404    403    ok     ok     ok     ok     ok     ok
createOrganizationTeam                        401    403    403    404    403    403    403    403    403    403    ok
getTeamInOrganizationById                     401    403    403    404    404    ok     ok     ok     ok     ok     ok
removeTeamFromOrganizationById                401    403    403    ok     ok     403    403    403    403    403    ok
updateTeamInOrganizationById                  401    403    403    404    404    403    403    403    403    403    ok
listTeamMembersInOrganizationById             401    403    403    404    404    ok     ok     ok     ok     ok     ok
updateMembersInOrganizationTeam               401    403    403    404    404    403    403    403    403    403    ok
addMemberToOrganizationTeamById               401    403    403    404    404    403    403    403    403    403    ok
deleteMemberFromOrganizationTeamById          401    403    403    ok     ok     403    403    403    403    403    ok
listTeamsForOrganizationMember                401    403    403    404    403    ok     ok     ok     ok     ok     ok
listAuditEventsInOrganizationById             401    403    403    404    403    403    403    403    403    403    ok
getAuditEventInOrganizationById               401    403    403    404    403    403    403    403    403    403    ok
listAuditEventActionsInOrganizationById       401    403    403    404    403    403    403    403    403    403    ok
inviteUsersToOrganization                     401    403    403    404    403    403    403    403    403    403    ok
joinOrganizationWithInvite                    401    403    403    404    404    ok     ok     ok     ok     ok     ok
listOrganizationInviteLinks                   401    403    403    404    403    403    403    403    403    403    ok
createOrganizationInvite                      401    403    403    404    403    403    403    403    403    403    ok
getOrganizationInviteLink                     401    403    403    404    403    403    403    403    403    403    ok
updateOrganizationInviteById                  401    403    403    404    403    403    403    403    403    403    ok
deleteOrganizationInviteById                  401    403    403    ok     403    403    403    403    403    403    ok
listSAMLProvidersInOrganizationById           401    403    403    404    403    403    403    403    403    403    ok
createOrganizationSAMLProvider                401    403    403    404    403    403    403    403    403    403    ok
getOrganizationSAMLProviderById               401    403    403    404    403    403    403    403    403    403    ok
updateOrganizationSAMLProvider                401    403    403    404    403    403    403    403    403    403    ok
deleteOrganizationSAMLProvider                401    403    403    ok     403    403    403    403    403    403    ok
listSSOProviderLoginsInOrganization           401    403    403    404    ok     ok     ok     ok     ok     ok     ok
# change-requests                             anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
listChangeRequestsForOrganization             401    403    403    404    ok     ok     ok     ok     ok     ok     ok
# content                                     anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
getRevisionSemanticChanges                    401    403    403    404    404    ok     ok     ok     ok     ok     ok
importGitRepository                           401    403    403    404    404    403    403    403    403    403    ok
exportToGitRepository                         401    403    403    404    404    403    403    403    403    403    ok
getSpaceGitInfo                               401    403    403    404    404    ok     ok     ok     ok     ok     ok
getGitSyncInstallationById                    401    403    403    404    404    ok     ok     ok     ok     ok     ok
uninstallGitSyncInstallation                  401    403    403    ok     ok     403    403    403    403    403    ok
listSpaceLinks                                401    403    403    404    404    ok     ok     ok     ok     ok     ok
listPageLinksInSpace                          401    403    403    404    404    ok     ok     ok     ok     ok     ok
listSpacePageBacklinks                        401    403    403    404    404    ok     ok     ok     ok     ok     ok
listSpaceFileBacklinks                        401    403    403    404    404    ok     ok     ok     ok     ok     ok
getSpacePdf                                   401    403    403    404    404    ok     ok     ok     ok     ok     ok
getContentByUrl                               401    403    403    404    404    ok     ok     ok     ok     ok     ok
# sites                                       anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
resolvePublishedContentByUrl                  ok     403    403    ok     ok     ok     ok     ok     ok     ok     ok
getPublishedContentByUrl                      ok     403    403    ok     ok     ok     ok     ok     ok     ok     ok
listSites                                     401    403    403    404    ok     ok     ok     ok     ok     ok     ok
createSite                                    401    403    403    404    403    403    403    403    403    ok     ok
# integrations                                anon   intgr  instl  strgr  guest  read   comnt  edit   revw   creat  admin
listIntegrations                              401    ok     ok     ok     ok     ok     ok     ok     ok     ok     ok
getIntegrationByName                          401    404    404    404    404    ok     ok     ok     ok     ok     ok
publishIntegration                            401    403    403    404    403    403    403    403    403    403    ok
unpublishIntegration                          401    ok     ok     ok     ok     403    403    403    403    403    ok
listIntegrationInstallations                  401    404    404    404    404    ok     ok     ok     ok     ok     ok
installIntegration                            401    404    404    404    404    403    403    403    403    403    ok
listIntegrationEvents                         401    404    404    404    404    403    403    403    403    403    ok
getIntegrationEvent                           401    404    404    404    404    403    403    403    403    403    ok
listIntegrationSpaceInstallations             401    404    404    404    404    ok     ok     ok     ok     ok     ok
listIntegrationSiteInstallations              401    404    404    404    404    ok     ok     ok     ok     ok     ok
setIntegrationDevelopmentMode                 401    404    404    404    404    403    403    403    403    403    ok
disableIntegrationDevelopmentMode             401    ok     ok     ok     ok     403    403    403    403    403    ok
getIntegrationInstallationById                401    404    404    404    404    ok     ok     ok     ok     ok     ok
updateIntegrationInstallation                 401    404    404    404    404    403    403    403    403    403    ok
uninstallIntegration                          401    ok     ok     ok     ok     403    403    403    403    403    ok
createIntegrationInstallationToken            401    404    404    404    404    403    403    403    403    403    ok
listIntegrationInstallationSpaces             401    404    404    404    404    ok     ok     ok     ok     ok     ok
installIntegrationOnSpace                     401    404    404    404    404    403    403    403    403    403    ok
getIntegrationSpaceInstallation               401    404    404    404    404    ok     ok     ok     ok     ok     ok
updateIntegrationSpaceInstallation            401    404    404    404    404    403    403    403    403    403    ok
uninstallIntegrationFromSpace                 401    404    ok     ok     ok     403    403    403    403    403    ok
listIntegrationInstallationSites              401    404    404    404    404    ok     ok     ok     ok     ok     ok
installIntegrationOnSite                      401    404    404    404    404    403    403    403    403    403    ok
getIntegrationSiteInstallation                401    404    404    404    404    ok     ok     ok     ok     ok     ok
updateIntegrationSiteInstallation             401    404    404    404    404    403    403    403    403    403    ok
uninstallIntegrationFromSite                  401    404    ok     ok     ok     403    403    403    403    403    ok
listOrganizationIntegrations                  401    403    403    404    403    ok     ok     ok     ok     ok     ok
listOrganizationInstallations                 401    403    403    404    403    ok     ok     ok     ok     ok     ok
getOrganizationIntegrationStatus              401    403    403    404    403    ok     ok     ok     ok     ok     ok
listOrganizationIntegrationsStatus            401    403    403    404    403    ok     ok     ok     ok     ok     ok
listSpaceIntegrations                         401    403    403    404    404    ok     ok     ok     ok     ok     ok
listSiteIntegrations                          401    403    403    404    404    ok     ok     ok     ok     ok     ok
listSpaceIntegrationsBlocks                   401    403    403    404    404    ok     ok     ok     ok     ok     ok
renderIntegrationUiWithPost                   401    404    404    404    404    ok     ok     ok     ok     ok     ok
renderIntegrationUiWithGet                    401    404    404    404    404    ok     ok     ok     ok     ok     ok
queueIntegrationTask                          401    404    404    404    404    403    403    403    403    403    ok
resendIntegrationEvent                        401    404    404    404    404    403    403    403    403    403    ok
rotateIntegrationSigningSecret                401    404    404    404    404    403    403    403    403    403    ok
listSiteIntegrationScripts                    401    403    403    404    404    ok     ok     ok     ok     ok     ok
getEmbedByUrl                                 401    403    403    ok     ok     ok     ok     ok     ok     ok     ok
getEmbedByUrlInSpace                          401    403    403    404    404    ok     ok     ok     ok     ok     ok
getComputedDocument                           401    403    403    404    404    ok     ok     ok     ok     ok     ok
getComputedRevision                           401    403    403    404    404    ok     ok     ok     ok     ok     ok
`);

/** Members by what they may do on a change request or in a discussion, in its table's words. */
const memberRows = {
  read: 'reader',
  comment: 'commenter',
  edit: 'editor',
  review: 'reviewer',
  create: 'reviewer',
  admin: 'admin',
} as const;

/** Readers of a site get the names of users of its organization, whom its pages may mention. */
const ofReaders: Record<string, string> = { getUserById: 'ok' };

/** The expected status for each caller; undefined for an operation that stands in no table. */
export function expectedOf(endpoint: Endpoint): Record<CallerName, string> | undefined {
  const row = own[endpoint.name] ?? ofContent(endpoint) ?? ofSites(endpoint) ?? ofDiscussion(endpoint);
  if (!row) return undefined;
  const anonymous = endpoint.anonymous ? row.anonymous! : '401';
  const needsNoScope = scopeNeeded(endpoint) === 'none';
  const { stranger, guest, read, comment, edit, review, create, admin } = row as Required<Row>;
  return {
    ...{ anonymous, garbage: '401', revoked: '401', shareKey: anonymous },
    contentToken: endpoint.anonymous ? (ofReaders[endpoint.name] ?? anonymous.replace('401', '404')) : '403',
    integration: needsNoScope ? row.integration! : '403',
    installation: needsNoScope ? row.installation! : '403',
    ...{ member: stranger, stranger, guest, read, comment, edit, review, create, admin },
  };
}

/** Members have their role on every space and collection of their organization. */
function ofContent({ name }: Endpoint): Row | undefined {
  const [anonymous, stranger, guest, read, comment, edit, review, create, ...rest] =
    onTargets[name] ?? inOrganizations[name] ?? [];
  return anonymous
    ? { anonymous, stranger, guest, read, comment, edit, review, create, admin: rest.at(-1) }
    : undefined;
}

const levels = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

function ofSites({ name, method }: Endpoint): Row | undefined {
  const needed =
    sites.audience.includes(name) || sites.view.includes(name)
      ? 'read'
      : sites.create.includes(name)
        ? 'create'
        : 'admin';
  if (needed === 'admin' && !sites.admin.includes(name)) return undefined;
  const hidden = method === 'DELETE' ? 'ok' : '404';
  const members = levels.map((level, index) => [level, index < levels.indexOf(needed) ? '403' : 'ok']);
  return { anonymous: '401', stranger: hidden, guest: hidden, ...Object.fromEntries(members) };
}

function ofDiscussion({ name, method }: Endpoint): Row | undefined {
  // Of several things that one operation does the first in the table is the one of its example.
  const may = permissionTable.find(({ operation }) => operation === name)?.may;
  if (!may) return undefined;
  const hidden = method === 'DELETE' ? 'ok' : '404';
  const members = Object.entries(memberRows).map(([role, caller]) => [
    role,
    may.includes(caller) || role === 'admin' ? 'ok' : '403',
  ]);
  return { stranger: hidden, guest: hidden, ...Object.fromEntries(members) };
}

function table(text: string): Record<string, Row> {
  const rows = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    rows.map((line) => {
      const [operation, ...cells] = line.trim().split(/\s+/);
      return [operation!, Object.fromEntries(columns.map((column, index) => [column, cells[index]]))];
    }),
  );
}
