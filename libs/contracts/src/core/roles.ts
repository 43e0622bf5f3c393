/** Roles from the highest to the lowest (specification section 1, Role). */
export const memberRoles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A role, none (null), or the one that the parent gives. */
export type DefaultLevel = MemberRole | 'inherit' | null;
