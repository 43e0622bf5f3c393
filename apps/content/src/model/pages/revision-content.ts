import type { GitCommit, Variables } from '@bindery/contracts';
import { EMPTY_ROOT } from '../../storage/store/chunk';

/** The content of a revision. Each map is named by the hash of its root chunk. */
export interface RevisionContent {
  /** Page id to page. */
  pages: string;
  /** `<parent page id>/<slug>` to page id. */
  slugs: string;
  /** File id to file. */
  files: string;
  /** Reusable content id to reusable content. */
  reusableContents: string;
  /** Names of settings files to their source, as imported. */
  settings: string;
  variables: Variables;
  /** The commit that it was imported from. */
  git: GitCommit | null;
}

export const emptyContent: RevisionContent = {
  pages: EMPTY_ROOT,
  slugs: EMPTY_ROOT,
  files: EMPTY_ROOT,
  reusableContents: EMPTY_ROOT,
  settings: EMPTY_ROOT,
  variables: {},
  git: null,
};
