import type { Revision } from '@bindery/contracts';
import { importFiles, upload, uploadFont, zipOf } from '@bindery/testing';
import type { Example } from './example';
import { accessMakers, transferMakers } from './access-examples';
import { aiJobsExamples } from './ai-jobs-examples';
import { branchExamples } from './branch-examples';
import { changeRequestExamples } from './change-request-examples';
import {
  hostnameOf,
  inviteLink,
  joinableOrganization,
  newOrganization,
  newSession,
  samlProvider,
  samlSettings,
  someAuditEvent,
  usedInviteLink,
} from './identity-examples';
import { integrationExamples } from './integration-examples';
import { openApiExamples } from './openapi-examples';
import { sitesExamples } from './sites-examples';
import type { TestOrganization } from '../support/test-organization';

/** The objects that are only read, made once for a test organization. */
interface ExampleIds {
  spaceId: string;
  revisionId: string;
  pageId: string;
  pagePath: string;
  fileId: string;
  importRunId: string;
  subdomain: string;
  usedLinkId: string;
  auditEventId: string;
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const files = {
  '.gitbook/includes/note.md': '# Note\n\nMind this.\n',
  'README.md': '# Home\n\n![](logo.svg)\n',
  'SUMMARY.md': '* [Home](README.md)\n',
  'logo.svg': picture,
};
const made = new WeakMap<TestOrganization, Promise<ExampleIds>>();

async function read(world: TestOrganization): Promise<ExampleIds> {
  const run = await importFiles(world, files);
  const [space] = run.spaces;
  if (!space) throw new Error(`The import failed: ${run.error}`);
  const revision = await world.api.expect<Revision>('getCurrentRevision', {
    token: world.admin.token,
    params: { spaceId: space.id },
  });
  const page = revision.pages[0]!;
  return {
    spaceId: space.id,
    revisionId: revision.id,
    pageId: page.id,
    pagePath: 'path' in page ? page.path : '',
    fileId: revision.files[0]!.id,
    importRunId: run.id,
    subdomain: await hostnameOf(world),
    usedLinkId: await usedInviteLink(world),
    auditEventId: await someAuditEvent(world),
  };
}

/** Makes an object for one call. */
async function create(
  { api, admin, organization }: TestOrganization,
  operation: string,
  body: object,
): Promise<string> {
  const params = { organizationId: organization };
  return (await api.expect<{ id: string }>(operation, { token: admin.token, params, body })).id;
}

const space = async (world: TestOrganization): Promise<Example> => ({
  params: { spaceId: await create(world, 'createSpace', { title: 'Spare' }) },
});
const collection = async (world: TestOrganization): Promise<Example> => ({
  params: { collectionId: await create(world, 'createCollection', { title: 'Spare' }) },
});
/** A member of the first organization who may be changed. */
const member = async ({ records, organization }: TestOrganization): Promise<Example> => ({
  params: { organizationId: organization, userId: (await records.user({ [organization]: 'edit' })).id },
});
const team = async (world: TestOrganization): Promise<Example> => ({
  params: {
    organizationId: world.organization,
    teamId: await create(world, 'createOrganizationTeam', { title: 'Example' }),
  },
});
const teamMember = async (world: TestOrganization): Promise<Example> => {
  const { params } = await member(world);
  const teamId = await create(world, 'createOrganizationTeam', { title: 'Example', members: [params!.userId] });
  return { params: { ...params, teamId } };
};
const inOrganization = ({ organization }: TestOrganization): Example => ({ params: { organizationId: organization } });
const inSpace = (_: TestOrganization, { spaceId }: ExampleIds): Example => ({ params: { spaceId } });
const inRevision = (_: TestOrganization, { spaceId, revisionId }: ExampleIds): Example => ({
  params: { spaceId, revisionId },
});

/** A space that was synchronised with a repository. */
async function gitInstallation(world: TestOrganization): Promise<Example> {
  const { params } = await space(world);
  await world.records.query(
    `insert into content.git_sync (space_id, url, ref, directory, "commit", pages, files, reusable_contents, paths, info)
     values ($1, 'https://git.example.com/team/docs.git', 'main', '', 'c0ffee', '', '', '', '[]', '{}')`,
    [params!.spaceId],
  );
  return { params: { installationId: params!.spaceId! } };
}

async function customFont(world: TestOrganization): Promise<Example> {
  const font = await world.api.expect<{ id: string }>('createCustomFont', {
    token: world.admin.token,
    ...inOrganization(world),
    body: { fontFamily: 'House', fontFaces: [{ weight: 400, storageKey: await uploadFont(world) }] },
  });
  return { params: { organizationId: world.organization, fontId: font.id } };
}

async function waitingExport({ records, admin }: TestOrganization, { spaceId }: ExampleIds): Promise<Example> {
  return { params: { spaceId, exportRunId: await records.waitingExport(spaceId, admin.id) } };
}

/**
 * For every operation a call that succeeds for the first organization's administrator. The object that the operation changes is made
 * anew with each example. An operation without one fails the contract suite.
 */
const makers: Record<string, (world: TestOrganization, read: ExampleIds) => Example | Promise<Example>> = {
  getAuthenticatedUser: () => ({}),
  getUserById: ({ reader }) => ({ params: { userId: reader.id } }),
  updateUserById: ({ admin }) => ({ params: { userId: admin.id }, body: { displayName: 'Administrator' } }),
  listUserTokens: () => ({}),
  createUserToken: () => ({ body: { label: 'Another' } }),
  deleteUserToken: async (world) => ({
    params: { tokenId: await create(world, 'createUserToken', { label: 'Spare' }) },
  }),
  listUserSessions: () => ({}),
  deleteUserSession: async (world) => ({ params: { sessionId: await newSession(world) } }),
  listOrganizationsForAuthenticatedUser: () => ({}),
  createOrganization: () => ({ body: { title: 'New organization', emailDomains: ['example.com'] } }),
  getOrganizationById: inOrganization,
  updateOrganizationById: (world) => ({
    ...inOrganization(world),
    body: { title: 'First', mergeRules: { type: 'none' } },
  }),

  deleteOrganizationById: async (world) => ({ params: { organizationId: await newOrganization(world) } }),
  joinOrganization: async (world) => ({ params: { organizationId: await joinableOrganization(world) } }),
  getOrganizationsForEmailDomain: ({ admin }) => ({ params: { emailDomain: admin.email.split('@')[1]! } }),
  getSubdomain: (_, { subdomain }) => ({ params: { subdomain } }),
  inviteUsersToOrganization: (world) => ({
    ...inOrganization(world),
    body: { emails: ['new@example.com'], role: 'read', sso: false },
  }),
  joinOrganizationWithInvite: ({ organization }, { usedLinkId }) => ({
    params: { organizationId: organization, inviteId: usedLinkId },
  }),
  listOrganizationInviteLinks: inOrganization,
  createOrganizationInvite: (world) => ({ ...inOrganization(world), body: { role: 'comment' } }),
  getOrganizationInviteLink: inviteLink,
  updateOrganizationInviteById: async (world) => ({ ...(await inviteLink(world)), body: { role: 'edit' } }),
  deleteOrganizationInviteById: inviteLink,
  listAuditEventsInOrganizationById: (world) => ({
    ...inOrganization(world),
    query: { actor: world.admin.id, from: '2020-01-01T00:00:00Z' },
  }),
  getAuditEventInOrganizationById: ({ organization }, { auditEventId }) => ({
    params: { organizationId: organization, auditEventId },
  }),
  listAuditEventActionsInOrganizationById: inOrganization,

  listMembersInOrganizationById: (world) => ({
    ...inOrganization(world),
    query: { role: 'edit', sort: 'joinedAt', order: 'asc' },
  }),
  getMemberInOrganizationById: member,
  removeMemberFromOrganizationById: member,
  updateMemberInOrganizationById: async (world) => ({
    ...(await member(world)),
    body: { role: 'comment', disabled: false },
  }),
  updateOrganizationMemberLastSeenAt: inOrganization,
  setUserAsSSOMemberForOrganization: member,
  listTeamsForOrganizationMember: async (world) => ({ ...(await member(world)), query: { title: 'example' } }),
  listTeamsInOrganizationById: (world) => ({ ...inOrganization(world), query: { title: 'example' } }),
  createOrganizationTeam: async (world) => ({
    ...inOrganization(world),
    body: { title: 'New team', members: [(await member(world)).params!.userId] },
  }),
  getTeamInOrganizationById: team,
  removeTeamFromOrganizationById: team,
  updateTeamInOrganizationById: async (world) => ({ ...(await team(world)), body: { title: 'Renamed' } }),
  listTeamMembersInOrganizationById: team,
  updateMembersInOrganizationTeam: async (world) => ({
    ...(await team(world)),
    body: {
      add: [world.admin.id],
      remove: [world.reader.email],
      memberships: { [world.admin.email]: { role: 'owner' } },
    },
  }),
  addMemberToOrganizationTeamById: async (world) => ({ ...(await teamMember(world)), body: { role: 'owner' } }),
  deleteMemberFromOrganizationTeamById: teamMember,

  listSAMLProvidersInOrganizationById: inOrganization,
  createOrganizationSAMLProvider: async (world) => ({
    ...inOrganization(world),
    body: { ...samlSettings, defaultTeam: (await team(world)).params!.teamId },
  }),
  getOrganizationSAMLProviderById: samlProvider,
  updateOrganizationSAMLProvider: async (world) => ({ ...(await samlProvider(world)), body: { label: 'Renamed' } }),
  deleteOrganizationSAMLProvider: samlProvider,
  listSSOProviderLoginsInOrganization: inOrganization,

  listCollectionsInOrganizationById: inOrganization,
  createCollection: (world) => ({ ...inOrganization(world), body: { title: 'New collection' } }),
  getCollectionById: collection,
  updateCollectionById: async (world) => ({
    ...(await collection(world)),
    body: { title: 'Renamed', description: 'What is in it' },
  }),
  deleteCollectionById: collection,
  listSpacesInCollectionById: collection,
  moveCollection: async (world) => ({
    ...(await collection(world)),
    body: { parent: await create(world, 'createCollection', { title: 'Above' }) },
  }),

  listSpacesInOrganizationById: inOrganization,
  createSpace: (world) => ({ ...inOrganization(world), body: { title: 'New space', language: 'en' } }),
  getSpaceById: inSpace,
  updateSpaceById: async (world) => ({
    ...(await space(world)),
    body: { title: 'Renamed', emoji: '📘', defaultLevel: null },
  }),
  deleteSpaceById: space,
  restoreSpace: async (world) => {
    const gone = await space(world);
    await world.api.expect('deleteSpaceById', { ...gone, token: world.admin.token });
    return gone;
  },
  duplicateSpace: inSpace,
  moveSpace: async (world) => ({
    ...(await space(world)),
    body: { parent: await create(world, 'createCollection', { title: 'Above' }) },
  }),

  ...accessMakers,
  ...transferMakers,

  getCurrentRevision: inSpace,
  listPages: inSpace,
  listFiles: inSpace,
  getFileById: (_, { spaceId, fileId }) => ({ params: { spaceId, fileId } }),
  getPageById: (_, { spaceId, pageId }) => ({ params: { spaceId, pageId } }),
  getPageByPath: (_, { spaceId, pagePath }) => ({ params: { spaceId, pagePath } }),
  listRevisions: inSpace,
  getRevisionById: inRevision,
  listPagesInRevisionById: inRevision,
  listSpacePageMetaLinks: (_, { spaceId, pageId }) => ({ params: { spaceId, pageId } }),
  listRevisionPageMetaLinks: (_, { spaceId, revisionId, pageId }) => ({ params: { spaceId, revisionId, pageId } }),
  getPageInRevisionById: (_, { spaceId, revisionId, pageId }) => ({ params: { spaceId, revisionId, pageId } }),
  getPageInRevisionByPath: (_, { spaceId, revisionId, pagePath }) => ({ params: { spaceId, revisionId, pagePath } }),
  searchSpaceContent: (_, { spaceId }) => ({ params: { spaceId }, query: { query: 'home' } }),
  searchOrganizationContent: (world) => ({ ...inOrganization(world), query: { query: 'home' } }),

  listSpaceLinks: inSpace,
  listPageLinksInSpace: (_, { spaceId, pageId }) => ({ params: { spaceId, pageId }, query: { status: 'ok' } }),
  listSpacePageBacklinks: (_, { spaceId, pageId }) => ({ params: { spaceId, pageId } }),
  listSpaceFileBacklinks: (_, { spaceId, fileId }) => ({ params: { spaceId, fileId } }),

  getContentByUrl: async (world, { spaceId }) => {
    const { urls } = await world.api.expect<{ urls: { app: string } }>('getSpaceById', {
      token: world.admin.token,
      params: { spaceId },
    });
    return { query: { url: urls.app } };
  },
  getSpacePdf: (_, { spaceId, pageId }) => ({ params: { spaceId }, query: { page: pageId, only: 'true' } }),
  importGitRepository: async (world) => ({
    ...(await space(world)),
    body: { url: 'https://git.example.com/docs.git', ref: 'refs/heads/main', repoProjectDirectory: 'docs' },
  }),
  exportToGitRepository: async (world) => ({
    ...(await space(world)),
    body: { url: 'https://git.example.com/docs.git', ref: 'refs/heads/main', commitMessage: 'Export' },
  }),
  getSpaceGitInfo: async (world) => {
    const synchronised = await space(world);
    const body = { url: 'https://git.example.com/docs.git', ref: 'refs/heads/main' };
    await world.api.expect('importGitRepository', { ...synchronised, token: world.admin.token, body });
    return synchronised;
  },

  getGitSyncInstallationById: gitInstallation,
  uninstallGitSyncInstallation: gitInstallation,

  listCustomFonts: inOrganization,
  createCustomFont: async (world) => ({
    ...inOrganization(world),
    body: { fontFamily: 'House', fontFaces: [{ weight: 400, storageKey: await uploadFont(world) }] },
  }),
  getCustomFont: customFont,
  updateCustomFont: async (world) => ({ ...(await customFont(world)), body: { fontFamily: 'Home' } }),
  deleteCustomFont: customFont,

  exportSpace: inSpace,
  startSpaceExport: inSpace,
  getSpaceExport: waitingExport,
  cancelSpaceExport: waitingExport,
  createStorageUpload: (world) => ({
    ...inOrganization(world),
    body: { file: { name: 'a.zip', type: 'application/zip', size: 10 }, kind: 'import_file' },
  }),
  startImport: async (world) => ({
    ...inOrganization(world),
    body: { source: { type: 'file', files: [await upload(world, await zipOf(files))] }, target: { title: 'Imported' } },
  }),
  listImports: inOrganization,
  getImport: (world, { importRunId }) => ({ params: { organizationId: world.organization, importRunId } }),
  cancelImport: async ({ records, organization, admin }) => ({
    params: { organizationId: organization, importRunId: await records.waitingImport(organization, admin.id) },
  }),

  ...aiJobsExamples,
  ...branchExamples,
  ...changeRequestExamples,
  ...sitesExamples,
  ...integrationExamples,
  ...openApiExamples,
};

/** Throws an error that names the operations without an example. */
export function requireExamples(operations: readonly string[]): void {
  const lacking = operations.filter((operation) => !makers[operation]);
  if (lacking.length === 0) return;
  throw new Error(
    `Add an example of ${lacking.join(', ')} to apps/e2e/src/contract/examples.ts, or to the file of its service beside it`,
  );
}

/** A fresh example of an operation. */
export async function example(world: TestOrganization, operation: string): Promise<Example> {
  requireExamples([operation]);
  let known = made.get(world);
  if (!known) made.set(world, (known = read(world)));
  return makers[operation]!(world, await known);
}
