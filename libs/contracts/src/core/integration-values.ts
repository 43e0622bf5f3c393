/** The scopes of integrations (`scopes` of their manifests). */
export const integrationScopes = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const;
export type IntegrationScope = (typeof integrationScopes)[number];

export const integrationCategories = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const;
export type IntegrationCategory = (typeof integrationCategories)[number];

export const integrationTargets = ['all', 'site', 'space', 'organization'] as const;
export type IntegrationTarget = (typeof integrationTargets)[number];

export const integrationVisibilities = ['public', 'private', 'unlisted'] as const;
export type IntegrationVisibility = (typeof integrationVisibilities)[number];

export const integrationRuntimes = ['v1', 'v2'] as const;
export type IntegrationRuntime = (typeof integrationRuntimes)[number];

export const installationStatuses = ['active', 'pending', 'paused'] as const;
export type InstallationStatus = (typeof installationStatuses)[number];

export const selections = ['all', 'selected'] as const;
export type Selection = (typeof selections)[number];

/** Letters, digits, `-`, `_` and `.`; not what a path takes for a step of its own. */
export const integrationNamePattern = /^(?!\.{1,2}$)[a-zA-Z0-9_.-]{1,100}$/;
