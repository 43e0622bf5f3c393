import type { Problem } from '@bindery/documents';
import type { SiteSettings, SpaceFolder, SpaceTree, SyncProblem } from '@bindery/git-sync';
import type { PageSettings } from '../../../model/pages/front-matter';

/** A task of a reading worker. Tasks and results can be sent between processes. */
export type ReadingTask = RepositoryTask | SpaceTask | PageTask;

/** The spaces of a source. `texts` holds its settings file, if there is one. */
export interface RepositoryTask {
  kind: 'repository';
  paths: string[];
  texts: Record<string, string>;
}

export interface RepositoryReading {
  spaces: SpaceFolder[];
  site?: SiteSettings;
  problems: SyncProblem[];
}

/** The tree of the space in a folder. `texts` holds its settings file and its table of contents, as far as they exist. */
export interface SpaceTask {
  kind: 'space';
  directory: string;
  paths: string[];
  texts: Record<string, string>;
}

export type SpaceReading = SpaceTree;

/** A page or a reusable content. */
export interface PageTask {
  kind: 'page';
  file: string;
  markdown: string;
  /** Its previous document, as JSON: matching blocks keep their keys. */
  previous?: string;
}

export interface PageReading {
  title?: string;
  settings: PageSettings;
  /** The document as JSON, with a key for every node, and the hash of it and its source. */
  body: string;
  hash: string;
  /** Files of the source that the page uses. */
  files: string[];
  problems: Problem[];
  /** The number of problems of the page that are not listed. */
  omitted: number;
}

export interface Readings {
  repository: RepositoryReading;
  space: SpaceReading;
  page: PageReading;
}
