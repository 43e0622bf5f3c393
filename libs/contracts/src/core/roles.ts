/** Roles from the highest to the lowest (specification section 1, Role). */
export const memberRoles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A role, no role (null), or the role of the parent. */
export type DefaultLevel = MemberRole | 'inherit' | null;
