import type { Endpoint, TokenScope } from '@bindery/contracts';

const draft = String.raw`^\/spaces\/:spaceId\/change-requests\/:changeRequestId`;
const inDraft = (rest: string) => new RegExp(draft + rest);

/** The scope that an operation needs of a token that has scopes; the first rule that fits counts, and `manage` where none does. */
const rules: readonly (readonly [method: RegExp, path: RegExp, need: TokenScope])[] = [
  // These answers hold credentials: other tokens, keys of sites, invite links.
  [/GET/, /^\/user\/(tokens|sessions)/, 'manage'],
  [/GET/, /^\/urls\/published$/, 'manage'],
  [/GET/, /\/(share-links|link-invites|publishing|installations|integrations?)($|\/)/, 'manage'],
  // Sign-in settings and the audit log need `manage`.
  [/GET/, /\/(saml|sso|audit-events|audit-event-actions)($|\/)/, 'manage'],
  [/GET/, /./, 'read'],
  [/POST/, /^\/orgs\/:organizationId\/sites\/:siteId\/(search|ask|insights\/events\/aggregate)$/, 'read'],
  [/POST/, /^\/orgs\/:organizationId\/ask$/, 'read'],
  [/POST/, /^\/spaces\/:spaceId\/change-requests$/, 'propose'],
  [/PATCH/, inDraft('$'), 'propose'],
  [
    /POST/,
    inDraft(String.raw`\/(content|update|comments|comments\/:commentId\/replies|requested-reviewers)$`),
    'propose',
  ],
  [/PUT/, inDraft(String.raw`\/comments\/`), 'propose'],
  [/POST/, inDraft(String.raw`\/(merge|reviews)$`), 'merge'],
];

export const tokenScopeNeeded = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): TokenScope =>
  rules.find(([methods, paths]) => methods.test(method) && paths.test(path))?.[2] ?? 'manage';
