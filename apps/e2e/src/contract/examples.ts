import type { Revision } from '@bindery/contracts';
import type { ApiRequest } from '@bindery/testing';
import { importFiles, upload, zipOf } from '../support/imports';
import { selfSigned } from '../saml/self-signed';
import type { World } from '../support/world';

export type Example = Pick<ApiRequest, 'params' | 'query' | 'body'>;

/** What only reading needs, made once for a world. */
interface Read {
  spaceId: string;
  revisionId: string;
  pageId: string;
  pagePath: string;
  fileId: string;
  importRunId: string;
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const files = { 'README.md': '# Home\n\n![](logo.svg)\n', 'SUMMARY.md': '* [Home](README.md)\n', 'logo.svg': picture };
const { certificate } = selfSigned();
const made = new WeakMap<World, Promise<Read>>();

async function read(world: World): Promise<Read> {
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
  };
}

/**
 * A call of every operation that succeeds for the first organization's administrator. What an operation changes is made
 * anew with each call of this function. An operation without an example here fails the contract suite.
 */
export async function examples(world: World): Promise<Record<string, Example>> {
  const { api, admin, organization } = world;
  let known = made.get(world);
  if (!known) made.set(world, (known = read(world)));
  const { spaceId, revisionId, pageId, pagePath, fileId, importRunId } = await known;
  const userToken = await api.expect<{ id: string }>('createUserToken', {
    token: admin.token,
    body: { label: 'Example' },
  });
  const key = await upload(world, await zipOf(files));
  const waiting = await world.people.waitingImport(organization, admin.id);
  const member = await world.people.user({ [organization]: 'edit' });
  const team = await api.expect<{ id: string }>('createOrganizationTeam', {
    token: admin.token,
    params: { organizationId: organization },
    body: { title: 'Example', members: [member.id] },
  });
  const provider = await api.expect<{ id: string }>('createOrganizationSAMLProvider', {
    token: admin.token,
    params: { organizationId: organization },
    body: { label: 'Example' },
  });
  const inOrganization = { params: { organizationId: organization } };
  const ofMember = { params: { organizationId: organization, userId: member.id } };
  const ofTeam = { params: { organizationId: organization, teamId: team.id } };
  const ofTeamMember = { params: { ...ofTeam.params, userId: member.id } };
  const ofProvider = { params: { organizationId: organization, samlProviderId: provider.id } };
  const inSpace = { spaceId };
  const inRevision = { spaceId, revisionId };
  return {
    getAuthenticatedUser: {},
    listUserTokens: {},
    createUserToken: { body: { label: 'Another' } },
    deleteUserToken: { params: { tokenId: userToken.id } },
    listOrganizationsForAuthenticatedUser: {},
    createOrganization: { body: { title: 'New organization', emailDomains: ['example.com'] } },
    getOrganizationById: inOrganization,
    updateOrganizationById: { ...inOrganization, body: { title: 'First', mergeRules: { type: 'none' } } },
    listMembersInOrganizationById: { ...inOrganization, query: { role: 'edit', sort: 'joinedAt', order: 'asc' } },
    getMemberInOrganizationById: ofMember,
    removeMemberFromOrganizationById: ofMember,
    updateMemberInOrganizationById: { ...ofMember, body: { role: 'comment', disabled: false } },
    updateOrganizationMemberLastSeenAt: inOrganization,
    setUserAsSSOMemberForOrganization: ofMember,
    listTeamsForOrganizationMember: { ...ofMember, query: { title: 'example' } },
    listTeamsInOrganizationById: { ...inOrganization, query: { title: 'example' } },
    createOrganizationTeam: { ...inOrganization, body: { title: 'New team', members: [member.email] } },
    getTeamInOrganizationById: ofTeam,
    removeTeamFromOrganizationById: ofTeam,
    updateTeamInOrganizationById: { ...ofTeam, body: { title: 'Renamed' } },
    listTeamMembersInOrganizationById: ofTeam,
    updateMembersInOrganizationTeam: {
      ...ofTeam,
      body: { add: [admin.id], remove: [member.email], memberships: { [admin.email]: { role: 'owner' } } },
    },
    addMemberToOrganizationTeamById: { ...ofTeamMember, body: { role: 'owner' } },
    deleteMemberFromOrganizationTeamById: ofTeamMember,
    listSAMLProvidersInOrganizationById: inOrganization,
    createOrganizationSAMLProvider: {
      ...inOrganization,
      body: {
        label: 'Company',
        entityID: 'https://idp.example.com',
        certificate,
        ssoURL: 'https://idp.example.com/sso',
        defaultTeam: team.id,
        defaultRole: 'edit',
      },
    },
    getOrganizationSAMLProviderById: ofProvider,
    updateOrganizationSAMLProvider: { ...ofProvider, body: { label: 'Renamed', defaultTeam: team.id } },
    deleteOrganizationSAMLProvider: ofProvider,
    listSSOProviderLoginsInOrganization: inOrganization,
    listSpacesInOrganizationById: inOrganization,
    createSpace: { ...inOrganization, body: { title: 'New space', language: 'en' } },
    getSpaceById: { params: inSpace },
    getCurrentRevision: { params: inSpace },
    listPages: { params: inSpace },
    listFiles: { params: inSpace },
    getFileById: { params: { ...inSpace, fileId } },
    getPageById: { params: { ...inSpace, pageId } },
    getPageByPath: { params: { ...inSpace, pagePath } },
    getRevisionById: { params: inRevision },
    listPagesInRevisionById: { params: inRevision },
    getPageInRevisionById: { params: { ...inRevision, pageId } },
    getPageInRevisionByPath: { params: { ...inRevision, pagePath } },
    searchSpaceContent: { params: inSpace, query: { query: 'home' } },
    searchOrganizationContent: { ...inOrganization, query: { query: 'home' } },
    exportSpace: { params: inSpace },
    createStorageUpload: {
      ...inOrganization,
      body: { file: { name: 'a.zip', type: 'application/zip', size: 10 }, kind: 'import_file' },
    },
    startImport: { ...inOrganization, body: { source: { type: 'file', files: [key] }, target: { title: 'Imported' } } },
    listImports: inOrganization,
    getImport: { params: { organizationId: organization, importRunId } },
    cancelImport: { params: { organizationId: organization, importRunId: waiting } },
  };
}
