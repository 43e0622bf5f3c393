import { parsePage, referencesOf, type LinkResolver, type Page } from '@bindery/documents';
import type { FileSource, SpaceImport, SpacePage, SpaceTree, TreePage } from './model';
import { resolveUrl } from './paths';
import { readTree } from './read-tree';
import { readDocsYaml, type SiteNode, type SiteSettings } from './settings';

export interface ReadOptions {
  directory?: string;
  /** The links of each file, once the tree is known; without it, links stay URLs. */
  links?: (tree: SpaceTree) => (file: string) => LinkResolver;
}

/**
 * Reads a space with its pages. A page that cannot be read, a link to a file that is not there and whatever a page
 * reports become problems with file and line; the rest goes on.
 */
export async function readSpace(files: FileSource, options: ReadOptions = {}): Promise<SpaceImport> {
  const tree = await readTree(files, options);
  const links = options.links?.(tree);
  const problems = [...tree.problems];
  const all = new Set(files.paths());
  const pages = new Map<string, SpacePage>();
  for (const file of [...documentsOf(tree.pages), ...tree.includes]) {
    try {
      const source = await files.text(file);
      const resolver = links?.(file);
      const { problems: found, ...page } = parsePage(source, resolver ? { links: resolver } : {});
      pages.set(file, { file, source, page });
      problems.push(...found.map((problem) => ({ file, ...problem })), ...brokenLinks(file, source, page, all));
    } catch (error) {
      problems.push({
        file,
        line: 1,
        message: `The page cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`,
      });
    }
  }
  const summarySource = tree.summary === undefined ? undefined : await files.text(tree.summary);
  return { ...tree, problems, summarySource, files: pages };
}

function* documentsOf(pages: TreePage[]): Generator<string> {
  for (const page of pages) {
    if (page.type === 'document' && page.file !== undefined) yield page.file;
    yield* documentsOf(page.children);
  }
}

/** Links that name a file of the repository which is not there. A resolver leaves such links URLs. */
function brokenLinks(file: string, source: string, page: Page, all: Set<string>) {
  const broken = new Set<string>();
  for (const { ref } of referencesOf(page.document)) {
    const target = ref.kind === 'url' ? resolveUrl(file, ref.url) : undefined;
    if (target && ref.kind === 'url' && !exists(target.path, all)) broken.add(ref.url);
  }
  return [...broken].map((url) => ({ file, line: lineOf(source, url), message: `${url} leads to no file` }));
}

/** A folder stands for the README in it. */
function exists(path: string, all: Set<string>): boolean {
  const prefix = path === '' ? '' : `${path}/`;
  return [path, `${prefix}README.md`, `${path}.md`].some((candidate) => all.has(candidate));
}

function lineOf(source: string, url: string): number {
  const found = source.indexOf(url);
  return found < 0 ? 1 : source.slice(0, found).split('\n').length;
}

export interface RepositoryImport {
  /** The site that the repository describes, or undefined where it holds one space. */
  site: SiteSettings | undefined;
  spaces: { title: string | undefined; directory: string; language?: string; space: SpaceImport }[];
}

/** Reads a repository: the spaces of its `docs.yaml` that have a directory, or itself as one space. */
export async function readRepository(
  files: FileSource,
  options: Pick<ReadOptions, 'links'> = {},
): Promise<RepositoryImport> {
  if (!files.paths().includes('docs.yaml')) {
    return { site: undefined, spaces: [{ title: undefined, directory: '', space: await readSpace(files, options) }] };
  }
  const site = readDocsYaml(await files.text('docs.yaml'));
  const spaces: RepositoryImport['spaces'] = [];
  for (const node of spacesOf(site.structure)) {
    if (node.directory === null) continue;
    const space = await readSpace(files, { ...options, directory: node.directory });
    spaces.push({
      title: node.title,
      directory: node.directory,
      ...(node.language === undefined ? {} : { language: node.language }),
      space,
    });
  }
  return { site, spaces };
}

function* spacesOf(nodes: SiteNode[]): Generator<Extract<SiteNode, { type: 'space' }>> {
  for (const node of nodes) {
    if (node.type === 'space') yield node;
    else yield* spacesOf(node.children);
  }
}
