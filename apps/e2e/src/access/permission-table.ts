/**
 * The permissions on content: the expected status of every operation for every kind of caller. `ok` is the operation's
 * own status of success. A DELETE also answers 204 to callers who may not see its object, and then changes nothing. A deleted
 * space is visible to its administrators alone.
 */

/**
 * Callers of operations on a private space or collection: an anonymous caller, an administrator of another organization, a
 * guest without and with each role there, and an administrator of the organization.
 */
export const callers = [
  'anonymous',
  'stranger',
  'guest',
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
  'administrator',
] as const;

/** One column for each caller, in the order of `callers`. */
export const onTargets = table(`
# Spaces                                      anon   strgr  guest  read   comnt  edit   revw   creat  admin  orgadm
getSpaceById                                  401    404    404    ok     ok     ok     ok     ok     ok     ok
updateSpaceById                               401    404    404    403    403    403    403    403    ok     ok
moveSpace                                     401    404    404    403    403    403    403    403    ok     ok
restoreSpace                                  401    404    404    404    404    404    404    404    ok     ok
deleteSpaceById                               401    ok     ok     403    403    403    403    403    ok     ok
duplicateSpace                                401    404    404    403    403    403    403    ok     ok     ok
transferSpace                                 401    404    404    403    403    403    403    403    403    ok
# Content of a space                          anon   strgr  guest  read   comnt  edit   revw   creat  admin  orgadm
getCurrentRevision                            401    404    404    ok     ok     ok     ok     ok     ok     ok
listPages                                     401    404    404    ok     ok     ok     ok     ok     ok     ok
listFiles                                     401    404    404    ok     ok     ok     ok     ok     ok     ok
getFileById                                   401    404    404    ok     ok     ok     ok     ok     ok     ok
getPageById                                   401    404    404    ok     ok     ok     ok     ok     ok     ok
listSpacePageMetaLinks                        401    404    404    ok     ok     ok     ok     ok     ok     ok
getPageByPath                                 401    404    404    ok     ok     ok     ok     ok     ok     ok
listRevisions                                 401    404    404    ok     ok     ok     ok     ok     ok     ok
getRevisionById                               401    404    404    ok     ok     ok     ok     ok     ok     ok
listPagesInRevisionById                       401    404    404    ok     ok     ok     ok     ok     ok     ok
getPageInRevisionById                         401    404    404    ok     ok     ok     ok     ok     ok     ok
listRevisionPageMetaLinks                     401    404    404    ok     ok     ok     ok     ok     ok     ok
getPageInRevisionByPath                       401    404    404    ok     ok     ok     ok     ok     ok     ok
getDocumentById                               401    404    404    ok     ok     ok     ok     ok     ok     ok
getReusableContentById                        401    404    404    ok     ok     ok     ok     ok     ok     ok
getFileInRevisionById                         401    404    404    ok     ok     ok     ok     ok     ok     ok
getPageDocumentInRevisionById                 401    404    404    ok     ok     ok     ok     ok     ok     ok
getReusableContentInRevisionById              401    404    404    ok     ok     ok     ok     ok     ok     ok
getReusableContentDocumentInRevisionById      401    404    404    ok     ok     ok     ok     ok     ok     ok
listFilesInRevisionById                       401    404    404    ok     ok     ok     ok     ok     ok     ok
applyTemplateToSpace                          401    404    404    403    403    ok     ok     ok     ok     ok
searchSpaceContent                            401    404    404    ok     ok     ok     ok     ok     ok     ok
exportSpace                                   401    404    404    ok     ok     ok     ok     ok     ok     ok
startSpaceExport                              401    404    404    ok     ok     ok     ok     ok     ok     ok
getSpaceExport                                401    404    404    ok     ok     ok     ok     ok     ok     ok
cancelSpaceExport                             401    404    404    403    403    403    403    403    ok     ok
# Collections                                 anon   strgr  guest  read   comnt  edit   revw   creat  admin  orgadm
getCollectionById                             401    404    404    ok     ok     ok     ok     ok     ok     ok
listSpacesInCollectionById                    401    404    404    ok     ok     ok     ok     ok     ok     ok
updateCollectionById                          401    404    404    403    403    403    403    403    ok     ok
moveCollection                                401    404    404    403    403    403    403    403    ok     ok
deleteCollectionById                          401    ok     ok     403    403    403    403    403    ok     ok
transferCollection                            401    404    404    403    403    403    403    403    403    ok
# Permissions of spaces                       anon   strgr  guest  read   comnt  edit   revw   creat  admin  orgadm
inviteToSpace                                 401    404    404    403    403    403    403    403    ok     ok
listUserPermissionsInSpace                    401    404    404    403    403    403    403    403    ok     ok
updateUserPermissionInSpace                   401    404    404    403    403    403    403    403    ok     ok
listTeamPermissionsInSpace                    401    404    404    403    403    403    403    403    ok     ok
updateTeamPermissionInSpace                   401    404    404    403    403    403    403    403    ok     ok
listPermissionsAggregateInSpace               401    404    404    403    403    403    403    403    ok     ok
removeUserFromSpace                           401    ok     ok     403    403    403    403    403    ok     ok
removeTeamFromSpace                           401    ok     ok     403    403    403    403    403    ok     ok
# Permissions of collections                  anon   strgr  guest  read   comnt  edit   revw   creat  admin  orgadm
inviteToCollection                            401    404    404    403    403    403    403    403    ok     ok
listUserPermissionsInCollection               401    404    404    403    403    403    403    403    ok     ok
updateUserPermissionInCollection              401    404    404    403    403    403    403    403    ok     ok
listTeamPermissionsInCollection               401    404    404    403    403    403    403    403    ok     ok
updateTeamPermissionInCollection              401    404    404    403    403    403    403    403    ok     ok
listPermissionsAggregateInCollection          401    404    404    403    403    403    403    403    ok     ok
removeUserFromCollection                      401    ok     ok     403    403    403    403    403    ok     ok
removeTeamFromCollection                      401    ok     ok     403    403    403    403    403    ok     ok
`);

/** An administrator of another organization, a guest, and members with each role. */
export const signedIn = ['stranger', 'guest', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
/** Callers of operations on an organization: an anonymous caller, and all of those. */
export const members = ['anonymous', ...signedIn] as const;

/** One column for each caller, in the order of `members`. */
export const inOrganizations = table(`
#                                             anon   strgr  guest  read   comnt  edit   revw   creat  admin
listSpacesInOrganizationById                  401    404    ok     ok     ok     ok     ok     ok     ok
createSpace                                   401    404    403    403    403    403    403    ok     ok
listSpacesForOrganizationMember               401    404    403    ok     ok     ok     ok     ok     ok
listCollectionsInOrganizationById             401    404    ok     ok     ok     ok     ok     ok     ok
createCollection                              401    404    403    403    403    403    403    ok     ok
searchOrganizationContent                     401    404    ok     ok     ok     ok     ok     ok     ok
createStorageUpload                           401    404    403    403    403    403    403    ok     ok
startImport                                   401    404    403    403    403    403    403    ok     ok
listImports                                   401    404    403    403    403    403    403    ok     ok
getImport                                     401    404    403    403    403    403    403    ok     ok
cancelImport                                  401    404    403    403    403    403    403    ok     ok
# Fonts                                       anon   strgr  guest  read   comnt  edit   revw   creat  admin
listCustomFonts                               401    404    403    ok     ok     ok     ok     ok     ok
createCustomFont                              401    404    403    403    403    403    403    ok     ok
getCustomFont                                 401    404    403    ok     ok     ok     ok     ok     ok
updateCustomFont                              401    404    403    403    403    403    403    ok     ok
deleteCustomFont                              401    ok     ok     403    403    403    403    ok     ok
# OpenAPI specifications                      anon   strgr  guest  read   comnt  edit   revw   creat  admin
listOpenAPISpecs                              401    404    403    ok     ok     ok     ok     ok     ok
createOpenAPISpec                             401    404    403    403    403    403    403    ok     ok
getOpenAPISpecBySlug                          401    404    404    ok     ok     ok     ok     ok     ok
createOrUpdateOpenAPISpecBySlug               401    404    403    403    403    403    403    ok     ok
deleteOpenAPISpecBySlug                       401    ok     ok     403    403    403    403    ok     ok
updateOpenAPISpecBySlug                       401    404    404    403    403    403    403    ok     ok
listOpenAPISpecVersions                       401    404    404    ok     ok     ok     ok     ok     ok
getLatestOpenAPISpecVersion                   401    404    404    ok     ok     ok     ok     ok     ok
getLatestOpenAPISpecVersionContentRaw         401    404    404    ok     ok     ok     ok     ok     ok
getLatestOpenAPISpecVersionContent            401    404    404    ok     ok     ok     ok     ok     ok
getOpenAPISpecVersionById                     401    404    404    ok     ok     ok     ok     ok     ok
getOpenAPISpecVersionContentById              401    404    404    ok     ok     ok     ok     ok     ok
`);

/** Operations with their expected answers. */
export function table(text: string): Record<string, string[]> {
  const rows = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    rows.map((row) => {
      const [operation, ...cells] = row.trim().split(/\s+/);
      return [operation!, cells];
    }),
  );
}
