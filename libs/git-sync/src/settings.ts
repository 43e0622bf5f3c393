import { parseDocument } from 'yaml';
import { cleanPath } from './paths';

export interface SpaceSettings {
  root: string;
  readme: string;
  summary: string;
  redirects: { from: string; to: string }[];
  problems: string[];
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** YAML as a map; reported and empty when it is anything else. */
export function readYaml(text: string): { value: Record<string, unknown>; problems: string[] } {
  try {
    const document = parseDocument(text, { logLevel: 'silent' });
    if (document.errors.length > 0)
      return { value: {}, problems: document.errors.map(({ message }) => message.split('\n')[0] ?? '') };
    const value = document.toJS({ maxAliasCount: 20 }) as unknown;
    if (value === null) return { value: {}, problems: [] };
    return isMap(value) ? { value, problems: [] } : { value: {}, problems: ['not a map'] };
  } catch (error) {
    return { value: {}, problems: [error instanceof Error ? error.message : 'not YAML'] };
  }
}

/** The settings of one space, `.gitbook.yaml`; what is absent or wrong has its default. */
export function readGitbookYaml(text: string): SpaceSettings {
  const { value, problems } = readYaml(text);
  const structure = isMap(value.structure) ? value.structure : {};
  const pathOf = (found: unknown, name: string, fallback: string) => {
    const path = found === undefined ? fallback : cleanPath(textOf(found) ?? '..');
    if (path === undefined) problems.push(`${name} is no path within the repository`);
    return path ?? fallback;
  };
  return {
    root: pathOf(value.root, 'root', ''),
    readme: pathOf(structure.readme, 'structure.readme', 'README.md'),
    summary: pathOf(structure.summary, 'structure.summary', 'SUMMARY.md'),
    redirects: Object.entries(isMap(value.redirects) ? value.redirects : {}).flatMap(([from, to]) =>
      typeof to === 'string' ? [{ from, to }] : [],
    ),
    problems,
  };
}

interface SiteNodeBase {
  key?: string;
  title: string;
  path?: string;
  description?: string;
  icon?: string;
  default?: boolean;
  hidden?: boolean;
  draft?: boolean;
  localizedTitle?: Record<string, unknown>;
  localizedDescription?: Record<string, unknown>;
}

export type SiteNode =
  | (SiteNodeBase & { type: 'section' | 'section-group'; children: SiteNode[] })
  | (SiteNodeBase & { type: 'space'; directory: string | null; language?: string });

/** A site in one repository, `docs.yaml`. A space whose `directory` is null keeps its content elsewhere. */
export interface SiteSettings {
  title?: string;
  structure: SiteNode[];
  problems: string[];
}

const nodeKeys = [
  'key',
  'path',
  'description',
  'icon',
  'default',
  'hidden',
  'draft',
  'localizedTitle',
  'localizedDescription',
] as const;
const maximumSiteDepth = 8;

export function readDocsYaml(text: string): SiteSettings {
  const { value, problems } = readYaml(text);
  const site = isMap(value.site) ? value.site : {};
  const title = textOf(site.title);
  return {
    ...(title === undefined ? {} : { title }),
    structure: readNodes(site.structure, 'site.structure', problems, 0),
    problems,
  };
}

function readNodes(value: unknown, at: string, problems: string[], depth: number): SiteNode[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || depth > maximumSiteDepth) {
    problems.push(`${at} is no list of sections and spaces`);
    return [];
  }
  return value.flatMap((node: unknown, index) => readNode(node, `${at}[${index}]`, problems, depth) ?? []);
}

function readNode(node: unknown, at: string, problems: string[], depth: number): SiteNode | undefined {
  if (!isMap(node)) {
    problems.push(`${at} is no map`);
    return undefined;
  }
  const base = {
    title: textOf(node.title) ?? textOf(node.key) ?? '',
    ...Object.fromEntries(nodeKeys.filter((key) => node[key] !== undefined).map((key) => [key, node[key]])),
  };
  if (node.type === 'section' || node.type === 'section-group') {
    return { ...base, type: node.type, children: readNodes(node.children, `${at}.children`, problems, depth + 1) };
  }
  if (node.type !== 'space') {
    problems.push(`${at}.type is unknown`);
    return undefined;
  }
  const content = isMap(node.content) ? node.content : {};
  const found = textOf(content.directory);
  const directory = found === undefined ? null : (cleanPath(found) ?? null);
  if (directory === null) problems.push(`${base.title}: no directory, left out`);
  const language = textOf(content.language);
  return { ...base, type: 'space', directory, ...(language === undefined ? {} : { language }) };
}
