import type { FileSource } from './file-source';
import type { SyncProblem } from './problem';
import { readDocsYaml, type SiteNode, type SiteSettings } from './settings';

/** One space that a source describes. */
export interface SpaceFolder {
  directory: string;
  /** Undefined when only `docs.yaml` could say and there is none. */
  title?: string;
  language?: string;
}

/** The spaces of a source: those of its `docs.yaml` that have a folder, or the source as one space. */
export async function readRepository(
  files: FileSource,
): Promise<{ spaces: SpaceFolder[]; site?: SiteSettings; problems: SyncProblem[] }> {
  if (!files.paths().includes('docs.yaml')) return { spaces: [{ directory: '' }], problems: [] };
  const { site, problems } = readDocsYaml(await files.text('docs.yaml'));
  const spaces = foldersOf(site.structure, undefined);
  return { spaces: spaces.length > 0 ? spaces : [{ directory: '' }], site, problems };
}

/** A space is named after its section: a section's spaces are its variants, such as languages. */
function foldersOf(nodes: SiteNode[], section: string | undefined): SpaceFolder[] {
  return nodes.flatMap((node): SpaceFolder[] => {
    if (node.type !== 'space') return foldersOf(node.children, node.type === 'section' ? node.title : section);
    if (typeof node.directory !== 'string') return [];
    const title = section && !node.default ? `${section} (${node.title})` : (section ?? node.title);
    return [
      { directory: node.directory, title: title.slice(0, 50), ...(node.language && { language: node.language }) },
    ];
  });
}
