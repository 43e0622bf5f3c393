/**
 * What a token may be made for: to read what its user may read; to propose changes, in change requests alone; to review and merge
 * them; to do everything else that its user may do. None holds another.
 */
export const tokenScopes = ['read', 'propose', 'merge', 'manage'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** What an agent may do with a token that was made for nothing in particular. */
export const scopesOfAgents: readonly TokenScope[] = ['read', 'propose'];
