import type { IntegrationScope, Space } from '@bindery/contracts';
import { endpointOf, install, publish, tokenOf, until } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

/** Answers what content sources have to, and requests with the tokens that it got. */
const script = `export default { async fetch(request) {
  const form = await request.formData();
  const [event, environment] = ['event', 'environment'].map((name) => JSON.parse(form.get(name)));
  if (event.type === 'content_compute_document') return Response.json({ object: 'document', nodes: [] });
  if (event.type === 'content_compute_revision') return Response.json({ pages: [] });
  return Response.json(environment.apiTokens);
} };`;

let world: TestOrganization;
let space: string;
let source: string;
/** The tokens of all kinds of callers. */
const tokens: Record<string, string | undefined> = {};

/** Installs an integration with scopes on an organization; answers its name and a token of the installation. */
async function installed(scopes: IntegrationScope[], organization: 'organization' | 'other' = 'organization') {
  const name = await publish(world, { script, scopes, visibility: 'public' });
  const token = (organization === 'other' ? world.otherAdmin : world.admin).token;
  const params = await install(world, name, { token, on: world[organization] });
  const ask = `${world.platform.baseUrl}/integrations/${name}/installations/${params.installationId}/tokens`;
  let answer = await fetch(ask);
  // A busy machine may end the first script at its limit.
  await until(async () => answer.ok || (answer = await fetch(ask)).ok);
  return { name, params, tokens: (await answer.json()) as { integration: string; installation: string } };
}

beforeAll(async () => {
  world = await createTestOrganization();
  const inOrganization = { token: world.admin.token, params: { organizationId: world.organization } };
  space = (await world.api.expect<Space>('createSpace', { ...inOrganization, body: { title: 'Read' } })).id;
  const own = await installed(['space:content:read']);
  const elsewhere = await installed(['space:content:read', 'space:metadata:read'], 'other');
  const selective = await installed(['space:content:read']);
  await world.api.expect('updateIntegrationInstallation', {
    ...{ token: world.admin.token, params: selective.params },
    body: { space_selection: 'selected' },
  });
  source = `integration:${own.name}:source`;
  Object.assign(tokens, {
    anonymous: undefined,
    stranger: world.otherAdmin.token,
    guest: world.guest.token,
    read: world.reader.token,
    admin: world.admin.token,
    integration: own.tokens.integration,
    installation: own.tokens.installation,
    // Got from the API rather than with an event.
    'token of it': await tokenOf(world, own.params),
    'no scope': (await installed(['space:metadata:read'])).tokens.installation,
    'not selected': selective.tokens.installation,
    'integration elsewhere': elsewhere.tokens.integration,
    'installation elsewhere': elsewhere.tokens.installation,
  });
});
afterAll(() => world.close());

/** The status for each kind of caller; `ok` is the operation's own status of success. */
const expected: [caller: string, outcome: string][] = [
  ['anonymous', '401'],
  ['stranger', '404'],
  ['guest', '404'],
  ['read', 'ok'],
  ['admin', 'ok'],
  ['integration', '404'],
  ['installation', 'ok'],
  ['token of it', 'ok'],
  ['no scope', '403'],
  ['not selected', '404'],
  ['integration elsewhere', '404'],
  ['installation elsewhere', '404'],
];

it.each(['getEmbedByUrlInSpace', 'getComputedDocument', 'getComputedRevision'])('%s', async (operation) => {
  const isEmbed = operation === 'getEmbedByUrlInSpace';
  const outcomes: [string, string][] = [];
  for (const [caller] of expected) {
    const { status } = await world.api.call(operation, {
      ...{ token: tokens[caller], params: { spaceId: space } },
      ...(isEmbed
        ? { query: { url: 'http://127.0.0.1/' } }
        : { body: { source: { type: source, props: {} }, seed: 's' } }),
    });
    outcomes.push([caller, status === endpointOf(operation).status ? 'ok' : String(status)]);
  }
  expect(outcomes).toEqual(expected);
});
