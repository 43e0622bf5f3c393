import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiRequest, clientOf, manifest } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';

type Answer = Record<string, unknown> & { id: string; items: Answer[] };
type Operation = (...args: unknown[]) => Promise<{ status: number; data: Answer }>;
type Area = 'user' | 'orgs' | 'spaces' | 'collections' | 'urls' | 'integrations';

/**
 * The work of a team on the platform, through the public client: it writes to and reads from every service, and waits for
 * the effects of events and of calls between services.
 */
export async function drive(world: TestOrganization, name: string): Promise<void> {
  const areas = clientOf(world, world.admin) as unknown as Record<Area, Record<string, Operation>>;
  const call = async (area: Area, operation: string, ...args: unknown[]) =>
    (await areas[area][operation]!(...args)).data;
  // Operations that the public client does not have.
  const more = (operation: string, request: ApiRequest) =>
    world.api.expect<Answer>(operation, { ...request, token: world.admin.token });
  const eventually = async (area: Area, operation: string, args: unknown[], holds: (answer: Answer) => boolean) => {
    for (;;) {
      const answer = await call(area, operation, ...args);
      if (holds(answer)) return answer;
      await sleep(100);
    }
  };
  const org = world.organization;
  expect(await call('user', 'getAuthenticatedUser')).toMatchObject({ id: world.admin.id });
  await call('orgs', 'updateOrganizationById', org, { title: `Of ${name}` });
  const team = await call('orgs', 'createOrganizationTeam', org, { title: 'Writers', members: [world.reader.id] });
  expect((await call('orgs', 'listTeamMembersInOrganizationById', org, team.id)).items).toHaveLength(1);

  await call('integrations', 'publishIntegration', name, manifest(world));
  const { id: installation } = await call('integrations', 'installIntegration', name, { organization: org });
  const collection = await call('orgs', 'createCollection', org, { title: 'Guides' });
  const space = await call('orgs', 'createSpace', org, { title: 'Guide', parent: collection.id });
  expect((await call('collections', 'listSpacesInCollectionById', collection.id)).items).toMatchObject([
    { id: space.id, organization: org },
  ]);
  await call('integrations', 'installIntegrationOnSpace', name, installation, { space: space.id });

  const document = { markdown: '# Begin\n\nA page about quokkas.' };
  const insert = { operation: 'insert_page', title: 'Begin', document };
  const request = await call('spaces', 'createChangeRequest', space.id, { subject: 'Begin' });
  const inDraft = { spaceId: space.id, changeRequestId: request.id };
  await more('updateChangeRequestContent', { params: inDraft, body: { changes: [insert] } });
  await call('spaces', 'updateChangeRequestById', space.id, request.id, { status: 'open' });
  await call('spaces', 'postCommentInChangeRequest', space.id, request.id, { body: { markdown: 'Good' } });
  await call('spaces', 'submitChangeRequestReview', space.id, request.id, { status: 'approved' });
  expect(await call('spaces', 'mergeChangeRequest', space.id, request.id)).toMatchObject({ result: 'merge' });
  expect(await call('spaces', 'getChangeRequestById', space.id, request.id)).toMatchObject({
    status: 'merged',
    createdBy: { id: world.admin.id, displayName: expect.any(String) },
  });
  const { items: pages } = { items: (await call('spaces', 'listPages', space.id)).pages as Answer[] };
  expect(pages).toMatchObject([{ title: 'Begin' }]);
  expect(await call('spaces', 'getPageById', space.id, pages[0]!.id, { format: 'markdown' })).toMatchObject({
    markdown: expect.stringContaining('quokkas'),
  });
  await eventually('orgs', 'searchOrganizationContent', [org, { query: 'quokkas' }], ({ items }) => items.length > 0);

  const site = await call('orgs', 'createSite', org, { title: 'Docs', spaces: [space.id], visibility: 'unlisted' });
  await call('orgs', 'publishSite', org, site.id);
  const { urls } = (await call('orgs', 'getSiteById', org, site.id)) as { urls?: { published?: string } };
  expect(await call('urls', 'getPublishedContentByUrl', { url: urls!.published! })).toMatchObject({ site: site.id });
  await eventually('spaces', 'getSpaceById', [space.id], ({ urls }) =>
    Boolean((urls as { published?: string }).published),
  );

  await call('orgs', 'updateGlossaryEntries', org, {
    operations: [{ type: 'insert', translations: { en: 'quokka', de: 'Quokka' } }],
  });
  expect((await call('orgs', 'listGlossaryEntries', org)).items).toMatchObject([{ translations: { en: 'quokka' } }]);
  const conversation = { id: `${name}-1`, subject: 'Where are quokkas?', parts: [] };
  await call('orgs', 'ingestConversation', org, conversation);

  await eventually('integrations', 'listIntegrationEvents', [name], ({ items }) =>
    ['installation_setup', 'space_installation_setup', 'space_content_updated'].every((type) =>
      items.some(({ payload, status }) => (payload as { type: string }).type === type && status === 'success'),
    ),
  );
  const acts = ['createSpace', 'mergeChangeRequest', 'publishSite', 'installIntegration', 'ingestConversation'];
  for (const action of acts) {
    const request = { params: { organizationId: org }, query: { action } };
    while ((await more('listAuditEventsInOrganizationById', request)).items.length === 0) await sleep(100);
  }
}
