import { allEndpoints, SchemaRegistry, type Dto } from '@bindery/contracts';
import { tokenScopeNeeded } from './token-scopes';

it.each([
  ['POST', '/spaces/:spaceId/ask', 'manage'],
  ['POST', '/orgs/:organizationId/ask', 'read'],
  ['DELETE', '/spaces/:spaceId/change-requests/:changeRequestId', 'manage'],
  ['GET', '/user/tokens', 'manage'],
  ['GET', '/urls/published', 'manage'],
  ['GET', '/orgs/:organizationId/audit-events', 'manage'],
  ['GET', '/orgs/:organizationId/saml/:samlProviderId', 'manage'],
  ['GET', '/orgs/:organizationId/sites/:siteId/share-links', 'manage'],
] as const)('needs for %s %s the scope %s', (method, path, need) =>
  expect(tokenScopeNeeded({ method, path })).toBe(need),
);

const opening = /token|secret|passw|private|key$|certificate|credential|jwt|signature/i;
/** Fields that are only named so. */
const harmless = ['Organization.tokenLifetimeDays', 'BlockChange.key'];

/** The fields of what an operation answers whose names say that they open something. */
function openingFields(returns: Dto): string[] {
  const registry = new SchemaRegistry();
  registry.ref(returns);
  return Object.entries(registry.schemas)
    .flatMap(([dto, { properties = {} }]) => Object.keys(properties).map((name) => `${dto}.${name}`))
    .filter((field) => opening.test(field.split('.')[1]!) && !harmless.includes(field));
}

it('gives tokens that only read nothing that opens something', () => {
  const operations = allEndpoints().filter((operation) => operation.method === 'GET' && operation.returns);
  const opened = operations.filter(({ returns }) => openingFields(returns!).length > 0);
  expect(opened.map(({ name }) => name)).toContain('getSitePublishingAuthById');
  const given = opened.filter((operation) => tokenScopeNeeded(operation) !== 'manage');
  expect(given.map(({ name, returns }) => [name, ...openingFields(returns!)])).toEqual([]);
});
