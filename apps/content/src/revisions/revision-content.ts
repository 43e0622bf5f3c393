import { EMPTY_ROOT } from '../store/chunk';
import type { RevisionEntity } from './revision.entity';

/** What a revision holds: the roots of its maps, its variables, and the commit it came from. */
export type RevisionContent = Pick<
  RevisionEntity,
  'pages' | 'slugs' | 'files' | 'reusableContents' | 'settings' | 'variables' | 'git'
>;

export const emptyContent: RevisionContent = {
  pages: EMPTY_ROOT,
  slugs: EMPTY_ROOT,
  files: EMPTY_ROOT,
  reusableContents: EMPTY_ROOT,
  settings: EMPTY_ROOT,
  variables: {},
  git: null,
};
