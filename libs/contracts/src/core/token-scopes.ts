/**
 * The scopes of tokens: to read what the user may read; to propose changes, in change requests alone; to review and merge
 * them; to do everything else that the user may do. No scope includes another.
 */
export const tokenScopes = ['read', 'propose', 'merge', 'manage'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The scopes of an agent whose token names none. */
export const scopesOfAgents: readonly TokenScope[] = ['read', 'propose'];
