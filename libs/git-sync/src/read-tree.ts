import GithubSlugger, { slug as slugOf } from 'github-slugger';
import { inferTree } from './infer-tree';
import type { FileSource, SpaceTree, SummaryNode, TreePage } from './model';
import { folderOf, joinPath } from './paths';
import { readGitbookYaml, readYaml } from './settings';
import { readSummary } from './summary';

/** How deep pages may nest in a space. */
const maximumTreeDepth = 40;

/**
 * Reads what a space consists of, without reading its pages: settings, the tree of pages with their addresses, assets, reusable
 * contents, variables and redirects. `directory` is the folder of the space in the repository. Problems are reported, never thrown.
 */
export async function readTree(files: FileSource, options: { directory?: string } = {}): Promise<SpaceTree> {
  const directory = options.directory ?? '';
  const all = new Set(files.paths());
  const problems: SpaceTree['problems'] = [];
  const settingsFile = at(directory, '.gitbook.yaml');
  const settings = readGitbookYaml(all.has(settingsFile) ? await files.text(settingsFile) : '');
  problems.push(...settings.problems.map((message) => ({ file: settingsFile, line: 1, message })));
  const root = joinPath(directory, settings.root) ?? directory;
  const own = [...all].filter((path) => root === '' || path.startsWith(`${root}/`));
  const summary = at(root, settings.summary);
  const nodes = all.has(summary)
    ? readSummary(await files.text(summary))
    : inferTree(
        own.map((path) => (root === '' ? path : path.slice(root.length + 1))),
        settings.readme,
      );
  const builder = new TreeBuilder(all.has(summary) ? folderOf(summary) : root, all, (message) =>
    problems.push({ file: summary, line: 1, message }),
  );
  const pages = builder.pages(nodes, '', 0);
  const isInclude = (path: string) => path.startsWith(at(root, '.gitbook/includes/')) && path.endsWith('.md');
  return {
    root,
    summary: all.has(summary) ? summary : undefined,
    pages,
    assets: own.filter((path) => isAsset(path, root)),
    includes: own.filter(isInclude),
    redirects: settings.redirects,
    variables: await readVariables(files, all, at(root, '.gitbook/vars.yaml'), problems),
    problems,
  };
}

const at = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`);

/** Files that a page can show or link: those below `.gitbook/assets`, and others that are neither text of a space nor hidden. */
function isAsset(path: string, root: string): boolean {
  const inside = root === '' ? path : path.slice(root.length + 1);
  if (inside.startsWith('.gitbook/assets/')) return true;
  return (
    !/\.(?:md|ya?ml)$/i.test(inside) &&
    !inside.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
  );
}

async function readVariables(files: FileSource, all: Set<string>, path: string, problems: SpaceTree['problems']) {
  if (!all.has(path)) return {};
  const { value, problems: found } = readYaml(await files.text(path));
  problems.push(...found.map((message) => ({ file: path, line: 1, message })));
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => ['string', 'number', 'boolean'].includes(typeof entry)),
  );
}

class TreeBuilder {
  private readonly seen = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly files: Set<string>,
    private readonly problem: (message: string) => void,
  ) {}

  pages(nodes: SummaryNode[], parent: string, depth: number): TreePage[] {
    if (depth > maximumTreeDepth) {
      this.problem(`Pages below ${parent} nest deeper than ${maximumTreeDepth} levels`);
      return [];
    }
    const slugs = new GithubSlugger();
    return nodes.flatMap((node) => this.page(node, parent, depth, slugs) ?? []);
  }

  private page(node: SummaryNode, parent: string, depth: number, slugs: GithubSlugger): TreePage | undefined {
    if (node.type === 'computed')
      return this.place(
        { type: 'computed', title: computedTitle(node.source), computed: node.source },
        'computed',
        parent,
        slugs,
      );
    if (node.type === 'group') {
      const page = this.place(
        { type: 'group', title: node.title, ...(node.anchor ? { anchor: node.anchor } : {}) },
        node.anchor ?? slugOf(node.title),
        parent,
        slugs,
      );
      return { ...page, children: this.pages(node.children, page.path, depth + 1) };
    }
    const named = { title: node.title, ...(node.linkTitle === undefined ? {} : { linkTitle: node.linkTitle }) };
    const page =
      node.type === 'link' ? this.link(node.url, named, parent, slugs) : this.document(node.file, named, parent, slugs);
    if (page) page.children = this.pages(node.children, page.path, depth + 1);
    return page;
  }

  private link(url: string, named: { title: string }, parent: string, slugs: GithubSlugger): TreePage {
    const [path = '', anchor] = url.split('#', 2);
    const file = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url) ? undefined : joinPath(this.folder, path);
    const isFile = file !== undefined && this.files.has(file);
    if (!isFile && file !== undefined) this.problem(`${url} is not in the repository`);
    const target = isFile ? { file, ...(anchor ? { anchor } : {}) } : { url };
    return this.place({ type: 'link', ...named, target }, slugOf(named.title), parent, slugs);
  }

  /** A file stands in the tree once; where it is listed again, it is a link to its page. */
  private document(path: string, named: { title: string }, parent: string, slugs: GithubSlugger): TreePage | undefined {
    const file = joinPath(this.folder, path);
    if (file === undefined || !this.files.has(file)) {
      this.problem(`${path} is listed but not in the repository`);
      return undefined;
    }
    if (this.seen.has(file))
      return this.place({ type: 'link', ...named, target: { file } }, slugOf(named.title), parent, slugs);
    this.seen.add(file);
    return this.place({ type: 'document', ...named, file }, fileSlug(file, this.folder, named.title), parent, slugs);
  }

  private place(
    page: Omit<TreePage, 'slug' | 'path' | 'children'>,
    wanted: string,
    parent: string,
    slugs: GithubSlugger,
  ): TreePage {
    const slug = slugs.slug(wanted || 'page');
    return { ...page, slug, path: parent === '' ? slug : `${parent}/${slug}`, children: [] };
  }
}

/** The slug of a page is its file's name; that of a README its folder's, and of the first README its title's. */
function fileSlug(file: string, folder: string, title: string): string {
  const parts = file.split('/');
  const name = (parts.pop() ?? '').replace(/\.md$/i, '');
  if (!/^readme$/i.test(name)) return slugOf(name) || slugOf(title);
  return folderOf(file) === folder ? slugOf(title) || 'readme' : slugOf(parts.at(-1) ?? '') || slugOf(title);
}

function computedTitle(source: Record<string, unknown>): string {
  return typeof source.type === 'string' ? source.type : 'computed';
}
