import type { ChangeRequest, Revision, Space } from '@bindery/contracts';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';

interface ExampleIds {
  spaceId: string;
  revisionId: string;
  pageId: string;
  pagePath: string;
  fileId: string;
}

type Maker = (world: TestOrganization, known: ExampleIds) => Promise<Example>;

async function changeRequest(
  { api, admin }: TestOrganization,
  { spaceId }: ExampleIds,
): Promise<Record<string, string>> {
  const request = { token: admin.token, params: { spaceId }, body: {} };
  const { id } = await api.expect<ChangeRequest>('createChangeRequest', request);
  return { spaceId, changeRequestId: id };
}

/** The content of the example space besides pages and files. */
async function held({ api, admin }: TestOrganization, { spaceId, revisionId }: ExampleIds) {
  const request = { token: admin.token, params: { spaceId, revisionId } };
  const { reusableContents } = await api.expect<Revision>('getRevisionById', request);
  const { id, document } = reusableContents[0]!;
  return { reusableContentId: id, documentId: document! };
}

const inDraft =
  (...names: ('pageId' | 'pagePath' | 'fileId')[]): Maker =>
  async (world, known) => ({
    params: {
      ...(await changeRequest(world, known)),
      ...Object.fromEntries(names.map((name) => [name, known[name]])),
    },
  });

const inRevision =
  (...names: ('pageId' | 'fileId')[]): Maker =>
  async (_, { spaceId, revisionId, ...known }) => ({
    params: { spaceId, revisionId, ...Object.fromEntries(names.map((name) => [name, known[name]])) },
  });

const reusableInRevision: Maker = async (world, known) => {
  const { reusableContentId } = await held(world, known);
  return { params: { spaceId: known.spaceId, revisionId: known.revisionId, reusableContentId } };
};

export const branchExamples: Record<string, Maker> = {
  getRevisionOfChangeRequestById: inDraft(),
  listPagesInChangeRequest: inDraft(),
  listFilesInChangeRequestById: inDraft(),
  getFileInChangeRequestById: inDraft('fileId'),
  getPageInChangeRequestById: inDraft('pageId'),
  listChangeRequestPageMetaLinks: inDraft('pageId'),
  getPageInChangeRequestByPath: inDraft('pagePath'),
  listChangeRequestLinks: inDraft(),
  listPageLinksInChangeRequest: inDraft('pageId'),
  listChangeRequestPageBacklinks: inDraft('pageId'),
  listChangeRequestFileBacklinks: inDraft('fileId'),
  getReusableContentInChangeRequestById: async (world, known) => {
    const { reusableContentId } = await held(world, known);
    return { params: { ...(await changeRequest(world, known)), reusableContentId } };
  },
  updateChangeRequestContent: async (world, known) => ({
    params: await changeRequest(world, known),
    body: {
      changes: [{ operation: 'update_page', page: known.pageId, document: { markdown: '# Home\n\nEdited.\n' } }],
    },
  }),
  updateSpaceContent: async ({ api, admin, organization }) => {
    const request = { token: admin.token, params: { organizationId: organization }, body: { title: 'Live' } };
    const { id } = await api.expect<Space>('createSpace', request);
    const change = { operation: 'insert_page', document: { markdown: '# Home\n' } };
    return { params: { spaceId: id }, body: { changes: [change] } };
  },
  applyTemplateToSpace: (_, { spaceId, fileId }) =>
    Promise.resolve({
      params: { spaceId },
      body: { id: 'documentation', params: { contentRefs: { logo: { kind: 'file', file: fileId } } } },
    }),
  getChangeRequestChanges: async (world, known) => {
    const params = await changeRequest(world, known);
    const changes = [{ operation: 'update_page', page: known.pageId, title: 'Start' }];
    await world.api.expect('updateChangeRequestContent', { token: world.admin.token, params, body: { changes } });
    return { params };
  },
  getRevisionSemanticChanges: inRevision(),
  getReusableContentById: async (world, known) => {
    const { reusableContentId } = await held(world, known);
    return { params: { spaceId: known.spaceId, reusableContentId } };
  },
  getDocumentById: async (world, known) => {
    const { documentId } = await held(world, known);
    return { params: { spaceId: known.spaceId, documentId } };
  },
  listFilesInRevisionById: inRevision(),
  getFileInRevisionById: inRevision('fileId'),
  getPageDocumentInRevisionById: inRevision('pageId'),
  getReusableContentInRevisionById: reusableInRevision,
  getReusableContentDocumentInRevisionById: reusableInRevision,
};
