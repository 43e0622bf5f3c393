import { parse } from 'yaml';
import { resolvePath } from './paths';
import { failure, warning, type SyncProblem } from './problem';

/** `.gitbook.yaml`: where a space's content is in its folder. */
export interface SpaceSettings {
  root: string;
  readme: string;
  summary: string;
  /** Old path to new path, both relative to the root. */
  redirects: Record<string, string>;
}

type Plain = Record<string, unknown>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads YAML that must be a map. Aliases are bounded, so that a small file cannot become a large one. */
function readMap(source: string, file: string, problems: SyncProblem[]): Plain {
  try {
    const value: unknown = parse(source, { maxAliasCount: 50 });
    if (isObject(value)) return value;
    if (value !== null && value !== undefined) problems.push(warning(file, 'This is not a map and was left out'));
  } catch (error) {
    problems.push(failure(file, `This is not valid YAML: ${(error as Error).message.split('\n')[0]}`));
  }
  return {};
}

/** Reads `.gitbook.yaml`; what is wrong in it is reported and has its default. */
export function readGitbookYaml(
  source: string,
  file = '.gitbook.yaml',
): { settings: SpaceSettings; problems: SyncProblem[] } {
  const problems: SyncProblem[] = [];
  const { root, structure, redirects } = readMap(source, file, problems);
  const files = isObject(structure) ? structure : {};
  const path = (value: unknown, fallback: string, name: string): string => {
    if (value === undefined || value === null) return fallback;
    const resolved = typeof value === 'string' ? resolvePath('', value) : undefined;
    if (resolved === undefined)
      problems.push(warning(file, `${name} is not a path inside the folder and was left out`));
    return resolved ?? fallback;
  };
  const settings: SpaceSettings = {
    root: path(root, '', 'root'),
    readme: path(files.readme, 'README.md', 'structure.readme'),
    summary: path(files.summary, 'SUMMARY.md', 'structure.summary'),
    redirects: Object.fromEntries(
      Object.entries(isObject(redirects) ? redirects : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  };
  return { settings, problems };
}

/** One node of a site's structure in `docs.yaml`. */
export interface SiteNode {
  type: 'section' | 'section-group' | 'space';
  title: string;
  path?: string;
  description?: string;
  icon?: string;
  default?: boolean;
  hidden?: boolean;
  draft?: boolean;
  /** Of a space: its folder, null when its content is elsewhere. */
  directory?: string | null;
  language?: string;
  children: SiteNode[];
}

export interface SiteSettings {
  title?: string;
  structure: SiteNode[];
}

/** Reads `docs.yaml`: a site and the folders of its spaces. */
export function readDocsYaml(source: string, file = 'docs.yaml'): { site: SiteSettings; problems: SyncProblem[] } {
  const problems: SyncProblem[] = [];
  const { site } = readMap(source, file, problems);
  if (!isObject(site)) {
    problems.push(failure(file, 'There is no site in it'));
    return { site: { structure: [] }, problems };
  }
  const structure = Array.isArray(site.structure)
    ? site.structure.flatMap((node) => readSiteNode(node, file, problems, 1) ?? [])
    : [];
  return { site: { ...(typeof site.title === 'string' && { title: site.title }), structure }, problems };
}

function readSiteNode(node: unknown, file: string, problems: SyncProblem[], depth: number): SiteNode | undefined {
  if (!isObject(node) || depth > 10) return undefined;
  const { type, content } = node;
  if (type !== 'section' && type !== 'section-group' && type !== 'space') {
    problems.push(
      warning(file, `A part of the structure has the unknown type ${JSON.stringify(type)} and was left out`),
    );
    return undefined;
  }
  const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
  const children = Array.isArray(node.children)
    ? node.children.flatMap((child) => readSiteNode(child, file, problems, depth + 1) ?? [])
    : [];
  const title = text(node.title) ?? text(node.key) ?? 'Untitled';
  const optional = {
    path: text(node.path),
    description: text(node.description),
    icon: text(node.icon),
    default: node.default === true || undefined,
    hidden: node.hidden === true || undefined,
    draft: node.draft === true || undefined,
    ...(type === 'space' && spaceContent(content, title, file, problems)),
  };
  return {
    type,
    title,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    children,
  };
}

function spaceContent(
  content: unknown,
  title: string,
  file: string,
  problems: SyncProblem[],
): Pick<SiteNode, 'directory' | 'language'> {
  const { directory, language } = isObject(content) ? content : {};
  const resolved = typeof directory === 'string' ? resolvePath('', directory) : undefined;
  if (typeof directory === 'string' && resolved === undefined) {
    problems.push(failure(file, `The folder of ${title} is not inside the repository`));
  } else if (resolved === undefined) {
    problems.push(warning(file, `${title} has no folder and was left out`));
  }
  return { directory: resolved ?? null, ...(typeof language === 'string' && { language }) };
}
