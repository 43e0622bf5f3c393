import type { Endpoint, IntegrationScope, MemberRole } from '@bindery/contracts';
import { highest, type Level } from './levels';

type Operation = Pick<Endpoint, 'method' | 'path'>;
type Need = IntegrationScope | 'none';

/** Which operations an integration may call, and the scope of its manifest that each needs; the first that fits counts. */
const rules: readonly (readonly [method: RegExp, path: RegExp, need: Need])[] = [
  // The registry itself checks the owner of the integration and the installation.
  [/./, /^\/integrations($|\/)/, 'none'],
  [/GET/, /^\/orgs\/:organizationId$/, 'none'],
  [/POST/, /^\/spaces\/:spaceId\/git\//, 'space:git:sync'],
  [/GET/, /^\/spaces\/:spaceId\/git\//, 'space:metadata:read'],
  [/POST/, /^\/spaces\/:spaceId\/content\/computed\//, 'space:content:read'],
  [/GET/, /^\/spaces\/:spaceId\/embed$/, 'space:content:read'],
  [/GET/, /^\/orgs\/:organizationId\/sites\/:siteId\/integration-scripts$/, 'site:metadata:read'],
  [/GET/, /^\/spaces\/:spaceId$/, 'space:metadata:read'],
  [/PATCH/, /^\/spaces\/:spaceId$/, 'space:metadata:write'],
  [/GET/, /^\/spaces\/:spaceId\/(content|revisions|search|change-requests|documents)($|\/)/, 'space:content:read'],
  [/POST/, /^\/spaces\/:spaceId\/change-requests(\/:changeRequestId\/content)?$/, 'space:content:write'],
  [/GET/, /^\/orgs\/:organizationId\/sites\/:siteId\/adaptive-schema$/, 'site:adaptive:read'],
  [/PUT|PATCH/, /^\/orgs\/:organizationId\/sites\/:siteId\/adaptive-schema$/, 'site:adaptive:write'],
  [/GET/, /^\/orgs\/:organizationId\/sites\/:siteId$/, 'site:metadata:read'],
  [/GET/, /^\/orgs\/:organizationId\/openapi($|\/)/, 'openapi:read'],
  [/POST|PUT|PATCH|DELETE/, /^\/orgs\/:organizationId\/openapi($|\/)/, 'openapi:write'],
  [/POST/, /^\/orgs\/:organizationId\/conversations$/, 'conversations:ingest'],
];

/** The scope that an operation needs; undefined when no integration may call it. */
export const scopeNeeded = ({ method, path }: Operation): Need | undefined =>
  rules.find(([methods, paths]) => methods.test(method) && paths.test(path))?.[2];

/** The least role in the organization with which what a scope names can be done. */
const roles: Partial<Record<IntegrationScope, MemberRole>> = {
  'space:content:read': 'read',
  'space:content:write': 'edit',
  'space:metadata:read': 'read',
  'space:metadata:write': 'admin',
  'space:git:sync': 'admin',
  'site:metadata:read': 'read',
  'site:adaptive:read': 'read',
  'site:adaptive:write': 'admin',
  'openapi:read': 'read',
  'openapi:write': 'create',
  'conversations:ingest': 'admin',
};

/** The role of an installation in its organization; null, as for a guest, where none of its scopes needs a role. */
export const installationRole = (scopes: readonly IntegrationScope[]): Level =>
  highest(...scopes.map((scope) => roles[scope]));
