import type { FileSource } from './file-source';
import { inferSummary } from './infer-tree';
import { FileNames, isExternal, meaningsOf, type Meaning } from './names';
import { directoryOf, isHidden, isMarkdown, resolvePath } from './paths';
import { warning, type SyncProblem } from './problem';
import { readGitbookYaml, type SpaceSettings } from './settings';
import { slugOf, slugOfPath, uniqueSlug } from './slug';
import { readSummary, type SummaryEntry, type SummaryLink, type SummaryNode } from './summary';

/** A page with a file of its own. */
interface TreePage {
  type: 'page';
  /** Path of the file in the source. */
  file: string;
  /** As the table of contents has it; empty where the page's own heading is to be the title. */
  title: string;
  linkTitle?: string;
  /** Empty for the page of a folder that is its group: it stands at the path of the group. */
  slug: string;
  children: TreeChild[];
}

/** A page that points elsewhere: at an address, or at a file's place in the source. */
export interface TreeLink {
  type: 'link';
  title: string;
  target: { url: string } | { file: string; anchor?: string };
}

interface TreeComputed {
  type: 'computed';
  title: string;
  source: Record<string, unknown>;
}

interface TreeGroup {
  type: 'group';
  title: string;
  slug: string;
  /** The id of its heading, where the author gave it one. */
  anchor?: string;
  children: TreeChild[];
}

type TreeChild = TreePage | TreeLink | TreeComputed;
export type TreeNode = TreeGroup | TreeChild;

/** The structure of a space in a folder, before any page is read. */
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
  /** Addresses of entries of the table of contents that are no pages; their lines are kept. */
  ignored: string[];
  /** Markdown files that the table of contents does not name; none where there is no table of contents. */
  unlisted: string[];
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
  const builder = new TreeBuilder(all, { root, folder: directoryOf(summaryFile), file: summaryFile }, problems);
  const tree = builder.build(nodes);
  return {
    root,
    settings: read.settings,
    sources,
    tree,
    includes: below.filter((path) => path.startsWith(join(root, '.gitbook/includes/')) && isMarkdown(path)),
    assets: below.filter((path) => path.startsWith(join(root, '.gitbook/assets/'))),
    ignored: [...builder.ignored],
    unlisted: summary === undefined ? [] : below.filter((path) => isUnlisted(path, root, summaryFile, builder)),
    problems,
  };
}

function isUnlisted(path: string, root: string, summaryFile: string, builder: TreeBuilder): boolean {
  const relative = root ? path.slice(root.length + 1) : path;
  return isMarkdown(path) && !isHidden(relative) && path !== summaryFile && !builder.has(path);
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

/** The folder of a group of which the first page is the folder's own, and in which all others are as well. */
function folderOfGroup(children: readonly TreeChild[]): string | undefined {
  const [first] = children;
  if (first?.type !== 'page' || !/(^|\/)readme\.(md|markdown)$/i.test(first.file)) return undefined;
  const folder = directoryOf(first.file);
  const isInside = (child: TreeChild): boolean =>
    child.type !== 'page' || (child.file.startsWith(`${folder}/`) && child.children.every(isInside));
  return folder && children.every(isInside) ? folder.slice(folder.lastIndexOf('/') + 1) : undefined;
}

/** A group and its folder of one name are one part of an address. */
function withFoldedPage(group: TreeGroup): TreeGroup {
  const [first, ...others] = group.children as [TreePage, ...TreeChild[]];
  return { ...group, children: [{ ...first, slug: '' }, ...others] };
}

/** Where a table of contents is, and the folder of the pages. */
interface SummaryFile {
  root: string;
  folder: string;
  file: string;
}

/** Turns entries of a table of contents into pages: every file is a page once, later entries of it are links to it. */
class TreeBuilder {
  /** Addresses of entries that lead to no page. */
  readonly ignored = new Set<string>();
  private readonly placed = new Set<string>();
  private readonly names: FileNames;

  constructor(
    files: ReadonlySet<string>,
    private readonly summary: SummaryFile,
    private readonly problems: SyncProblem[],
  ) {
    this.names = new FileNames(files);
  }

  /** Whether a file is a page of the table of contents. */
  has(file: string): boolean {
    return this.placed.has(file);
  }

  build(nodes: SummaryNode[]): TreeNode[] {
    const taken = new Set<string>();
    return nodes.flatMap((node): TreeNode[] => {
      if (node.type !== 'group') return this.entry(node, taken);
      const { title, anchor } = node;
      const children = this.children(node.children);
      const folder = folderOfGroup(children);
      const slug = uniqueSlug(slugOf(anchor ?? folder ?? title), taken);
      const group: TreeGroup = { type: 'group', title, slug, ...(anchor !== undefined && { anchor }), children };
      return [folder !== undefined && slugOf(folder) === slug ? withFoldedPage(group) : group];
    });
  }

  private children(entries: SummaryEntry[]): TreeChild[] {
    const taken = new Set<string>();
    return entries.flatMap((entry) => this.entry(entry, taken));
  }

  private entry(entry: SummaryEntry, taken: Set<string>): TreeChild[] {
    if (entry.type === 'text') return this.lifted(entry, taken);
    if (entry.type === 'computed') {
      const title = typeof entry.source.title === 'string' ? entry.source.title : 'Computed pages';
      return [{ type: 'computed', title, source: entry.source }];
    }
    const { title, linkTitle, line } = entry;
    if (entry.file === undefined && isExternal(entry.url))
      return [{ type: 'link', title: title || entry.url, target: { url: entry.url } }, ...this.lifted(entry, taken)];
    const found = this.find(entry);
    if (!found) {
      const what = entry.url === '' ? 'An entry without a URL is not a page' : `${entry.url} does not exist`;
      this.problems.push(warning(this.summary.file, `${what}; its line is kept`, line));
      this.ignored.add(entry.url);
      return this.lifted(entry, taken);
    }
    const { path: file, anchor } = found;
    if (anchor !== undefined || this.placed.has(file)) {
      return [
        { type: 'link', title: title || file, target: { file, ...(anchor && { anchor }) } },
        ...this.lifted(entry, taken),
      ];
    }
    this.placed.add(file);
    const slug = uniqueSlug(slugOfPath(file), taken);
    return [
      { type: 'page', file, title, ...(linkTitle && { linkTitle }), slug, children: this.children(entry.children) },
    ];
  }

  /** The file that an entry leads to, however it is written. */
  private find({ file, url, line }: SummaryLink): Meaning | undefined {
    if (file !== undefined) return { path: join(this.summary.root, file) };
    for (const { path, anchor } of url === '' ? [] : meaningsOf(url)) {
      const resolved = resolvePath(this.summary.folder, path);
      const found = resolved ? this.names.find(resolved) : undefined;
      if (!found) continue;
      if (found.isOtherCase)
        this.problems.push(
          warning(this.summary.file, `${url} is the file ${found.path}; upper and lower case differ`, line),
        );
      return { path: found.path, ...(anchor !== undefined && { anchor }) };
    }
    return undefined;
  }

  /** The children of an entry that is no page, one level up. */
  private lifted(entry: SummaryEntry & { children: SummaryEntry[] }, taken: Set<string>): TreeChild[] {
    return entry.children.flatMap((child) => this.entry(child, taken));
  }
}
