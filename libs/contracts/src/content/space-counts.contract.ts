import { batch } from '../core/compose';
import { Int } from '../core/fields';
import type { MemberRole } from '../core/roles';

export class VisibleSpaces {
  @Int() spaces!: number;
}

/** Whose spaces are counted: a member with a role, null for a guest, or a team, which has no role of its own. */
export interface SpaceViewer {
  organization: string;
  /** The id of a user or a team. */
  subject: string;
  role: MemberRole | null;
}

/** How many spaces members and teams may see, by `spaceViewerKey`. */
export const visibleSpaceCounts = batch('content', 'visibleSpaceCounts', VisibleSpaces, {
  missing: (): VisibleSpaces => ({ spaces: 0 }),
});

export const spaceViewerKey = ({ organization, subject, role }: SpaceViewer): string =>
  [organization, subject, role ?? ''].join('/');

export function readSpaceViewerKey(key: string): SpaceViewer {
  const [organization = '', subject = '', role = ''] = key.split('/');
  return { organization, subject, role: (role || null) as MemberRole | null };
}
