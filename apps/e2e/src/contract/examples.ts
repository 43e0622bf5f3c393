import type { ApiRequest } from '@bindery/testing';
import type { World } from '../support/world';

export type Example = Pick<ApiRequest, 'params' | 'query' | 'body'>;

/**
 * A call of every operation that succeeds for the first organization's administrator, on objects made for it. An operation
 * without an example here fails the contract suite.
 */
export async function examples({ api, admin, organization }: World): Promise<Record<string, Example>> {
  const token = admin.token;
  const orgParams = { organizationId: organization };
  const space = await api.expect<{ id: string; revision: string }>('createSpace', { token, params: orgParams, body: { title: 'Example' } });
  const userToken = await api.expect<{ id: string }>('createUserToken', { token, body: { label: 'Example' } });
  const inSpace = { spaceId: space.id };
  const inRevision = { spaceId: space.id, revisionId: space.revision };
  return {
    getAuthenticatedUser: {},
    listUserTokens: {},
    createUserToken: { body: { label: 'Another' } },
    deleteUserToken: { params: { tokenId: userToken.id } },
    listOrganizationsForAuthenticatedUser: {},
    createOrganization: { body: { title: 'New organization', emailDomains: ['example.com'] } },
    getOrganizationById: { params: orgParams },
    updateOrganizationById: { params: orgParams, body: { title: 'First', mergeRules: { type: 'none' } } },
    listSpacesInOrganizationById: { params: orgParams },
    createSpace: { params: orgParams, body: { title: 'New space', language: 'en' } },
    getSpaceById: { params: inSpace },
    getCurrentRevision: { params: inSpace },
    listPages: { params: inSpace },
    listFiles: { params: inSpace },
    getRevisionById: { params: inRevision },
    listPagesInRevisionById: { params: inRevision },
  };
}
