import { tokenScopeNeeded } from './token-scopes';

it.each([
  ['POST', '/spaces/:spaceId/ask', 'manage'],
  ['POST', '/orgs/:organizationId/ask', 'read'],
  ['DELETE', '/spaces/:spaceId/change-requests/:changeRequestId', 'manage'],
] as const)('needs for %s %s the scope %s', (method, path, need) =>
  expect(tokenScopeNeeded({ method, path })).toBe(need),
);
