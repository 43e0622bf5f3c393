import type { FileSource } from './file-source';
import { inferSummary } from './infer-tree';
import { directoryOf, isHidden, isMarkdown, resolvePath } from './paths';
import { warning, type SyncProblem } from './problem';
import { readGitbookYaml, type SpaceSettings } from './settings';
import { slugOf, slugOfPath, uniqueSlug } from './slug';
import { readSummary, type SummaryEntry, type SummaryNode } from './summary';

/** A page with a file of its own. */
export interface TreePage {
  type: 'page';
  /** Path of the file in the source. */
  file: string;
  /** As the table of contents has it; empty where the page's own heading is to be the title. */
  title: string;
  linkTitle?: string;
  slug: string;
  children: TreeChild[];
}

/** A page that points elsewhere: at an address, or at a file's place in the source. */
export interface TreeLink {
  type: 'link';
  title: string;
  target: { url: string } | { file: string; anchor?: string };
}

export interface TreeComputed {
  type: 'computed';
  title: string;
  source: Record<string, unknown>;
}

export interface TreeGroup {
  type: 'group';
  title: string;
  slug: string;
  children: TreeChild[];
}

export type TreeChild = TreePage | TreeLink | TreeComputed;
export type TreeNode = TreeGroup | TreeChild;

/** What a folder holds of a space, before any page is read. */
export interface SpaceTree {
  /** The folder of the content in the source. */
  root: string;
  settings: SpaceSettings;
  /** Sources of the settings files, by their path relative to the space's folder, for a byte-exact export. */
  sources: Record<string, string>;
  tree: TreeNode[];
  /** Files of reusable contents. */
  includes: string[];
  /** Files of the assets folder. */
  assets: string[];
  problems: SyncProblem[];
}

/** Reads the settings and the table of contents of the space in a folder of the source. */
export async function readSpaceTree(files: FileSource, directory = ''): Promise<SpaceTree> {
  const all = new Set(files.paths());
  const problems: SyncProblem[] = [];
  const sources: Record<string, string> = {};
  const load = async (path: string): Promise<string | undefined> => {
    if (!all.has(path)) return undefined;
    return (sources[directory ? path.slice(directory.length + 1) : path] = await files.text(path));
  };
  const settingsFile = join(directory, '.gitbook.yaml');
  const read = readGitbookYaml((await load(settingsFile)) ?? '', settingsFile);
  problems.push(...read.problems);
  const root = resolvePath(directory, read.settings.root) ?? directory;
  const summaryFile = join(root, read.settings.summary);
  const summary = await load(summaryFile);
  const below = [...all].filter((path) => root === '' || path.startsWith(`${root}/`));
  const nodes = summary === undefined ? inferred(below, root) : parsed(summary, summaryFile, problems);
  const tree = new TreeBuilder(all, directoryOf(summaryFile), summaryFile, problems).build(nodes);
  return {
    root,
    settings: read.settings,
    sources,
    tree,
    includes: below.filter((path) => path.startsWith(join(root, '.gitbook/includes/')) && isMarkdown(path)),
    assets: below.filter((path) => path.startsWith(join(root, '.gitbook/assets/'))),
    problems,
  };
}

const join = (folder: string, path: string): string => (folder ? `${folder}/${path}` : path);

function parsed(summary: string, file: string, problems: SyncProblem[]): SummaryNode[] {
  const read = readSummary(summary, file);
  problems.push(...read.problems);
  return read.nodes;
}

function inferred(paths: string[], root: string): SummaryNode[] {
  const relative = paths.map((path) => (root ? path.slice(root.length + 1) : path)).filter((path) => !isHidden(path));
  return inferSummary(relative);
}

/** Turns entries of a table of contents into pages: every file is a page once, later entries of it are links to it. */
class TreeBuilder {
  private readonly placed = new Set<string>();

  constructor(
    private readonly files: Set<string>,
    private readonly folder: string,
    private readonly file: string,
    private readonly problems: SyncProblem[],
  ) {}

  build(nodes: SummaryNode[]): TreeNode[] {
    const taken = new Set<string>();
    return nodes.flatMap((node): TreeNode[] => {
      if (node.type !== 'group') return this.entry(node, taken);
      const slug = uniqueSlug(slugOf(node.anchor ?? node.title), taken);
      return [{ type: 'group', title: node.title, slug, children: this.children(node.children) }];
    });
  }

  private children(entries: SummaryEntry[]): TreeChild[] {
    const taken = new Set<string>();
    return entries.flatMap((entry) => this.entry(entry, taken));
  }

  private entry(entry: SummaryEntry, taken: Set<string>): TreeChild[] {
    if (entry.type === 'computed') {
      const title = typeof entry.source.title === 'string' ? entry.source.title : 'Computed pages';
      return [{ type: 'computed', title, source: entry.source }];
    }
    const { title, linkTitle, line } = entry;
    if (/^[a-z][a-z0-9+.-]*:/i.test(entry.url) || entry.url.startsWith('//')) {
      return [{ type: 'link', title: title || entry.url, target: { url: entry.url } }, ...this.lifted(entry, taken)];
    }
    const [path = '', anchor] = decode(entry.url).split('#');
    const file = resolvePath(this.folder, path);
    if (file === undefined || !this.files.has(file)) {
      this.problems.push(warning(this.file, `${entry.url} does not exist; the entry was left out`, line));
      return this.lifted(entry, taken);
    }
    if (anchor !== undefined || this.placed.has(file)) {
      return [
        { type: 'link', title: title || file, target: { file, ...(anchor && { anchor }) } },
        ...this.lifted(entry, taken),
      ];
    }
    this.placed.add(file);
    const slug = uniqueSlug(slugOfPath(path), taken);
    return [
      { type: 'page', file, title, ...(linkTitle && { linkTitle }), slug, children: this.children(entry.children) },
    ];
  }

  /** The children of an entry that is no page, one level up. */
  private lifted(entry: SummaryEntry & { children: SummaryEntry[] }, taken: Set<string>): TreeChild[] {
    return entry.children.flatMap((child) => this.entry(child, taken));
  }
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
