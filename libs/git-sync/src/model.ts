import type { Page, Problem } from '@bindery/documents';

/** The files of a repository, by their path from its root, without a leading slash. */
export interface FileSource {
  paths(): string[];
  text(path: string): Promise<string>;
}

/** A problem in a file of the repository. */
export interface FileProblem extends Problem {
  file: string;
}

/** What an entry of the table of contents leads to, as it is written there. */
export type SummaryNode =
  | { type: 'page'; title: string; file: string; linkTitle?: string; children: SummaryNode[] }
  | { type: 'link'; title: string; url: string; linkTitle?: string; children: SummaryNode[] }
  | { type: 'group'; title: string; anchor?: string; children: SummaryNode[] }
  /** A page whose content is computed; `yaml` is its source as it was written. */
  | { type: 'computed'; yaml: string; source: Record<string, unknown> };

/** A page of a space. `path` is its address within the space: the slugs from the root, the first page's included. */
export interface TreePage {
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  linkTitle?: string;
  slug: string;
  path: string;
  /** The file of a document, from the root of the repository. */
  file?: string;
  anchor?: string;
  /** Where a link page leads: a URL, or a file of the space with an anchor in it. */
  target?: { url: string } | { file: string; anchor?: string };
  computed?: Record<string, unknown>;
  children: TreePage[];
}

export interface SpaceTree {
  /** The folder of the space, from the root of the repository; empty for the root itself. */
  root: string;
  /** The path of the table of contents, or undefined where there is none and the tree follows the folders. */
  summary: string | undefined;
  pages: TreePage[];
  /** Files that are neither pages nor settings. */
  assets: string[];
  /** Reusable contents in `.gitbook/includes`. */
  includes: string[];
  redirects: { from: string; to: string }[];
  variables: Record<string, unknown>;
  problems: FileProblem[];
}

export interface SpacePage {
  file: string;
  source: string;
  page: Page;
}

export interface SpaceImport extends SpaceTree {
  /** The source of the table of contents, as it was. */
  summarySource: string | undefined;
  /** Every page and reusable content that could be read, by its file. */
  files: Map<string, SpacePage>;
}
