export const roles = [
  { value: 'admin', label: 'Administrator' },
  { value: 'create', label: 'Creator' },
  { value: 'review', label: 'Reviewer' },
  { value: 'edit', label: 'Editor' },
  { value: 'comment', label: 'Commenter' },
  { value: 'read', label: 'Reader' },
] as const;

export type Role = (typeof roles)[number]['value'];

/** The choice of no role: the API has null for it. */
export const guest = { value: '', label: 'Guest' } as const;
