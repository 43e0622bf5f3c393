import { batch } from '../core/compose';
import { Int } from '../core/fields';

export class VisibleSpaces {
  @Int() spaces!: number;
}

/** The viewer whose spaces are counted: all spaces for a member with a role, shared ones for a guest or a team. */
export type SpaceViewer =
  | { type: 'member'; organization: string }
  | { type: 'guest'; organization: string; subject: string; teams: string[] }
  | { type: 'team'; organization: string; subject: string };

/** The number of spaces that a member or a team may see, by `spaceViewerKey`. */
export const visibleSpaceCounts = batch('content', 'visibleSpaceCounts', VisibleSpaces, {
  missing: (): VisibleSpaces => ({ spaces: 0 }),
});

export function spaceViewerKey(viewer: SpaceViewer): string {
  const { type, organization } = viewer;
  if (type === 'member') return [type, organization].join('/');
  return [type, organization, viewer.subject, ...(viewer.type === 'guest' ? viewer.teams : [])].join('/');
}

export function readSpaceViewerKey(key: string): SpaceViewer {
  const [type, organization = '', subject = '', ...teams] = key.split('/');
  if (type === 'member') return { type, organization };
  return type === 'guest' ? { type, organization, subject, teams } : { type: 'team', organization, subject };
}
