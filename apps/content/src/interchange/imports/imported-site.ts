import type { ImportedSite, ImportedSiteNode } from '@bindery/contracts';
import type { SiteNode, SiteSettings } from '@bindery/git-sync';

/** The site of a `docs.yaml` with the imported spaces; parts without any of them, and drafts, are left out. */
export function importedSite({ title, structure }: SiteSettings, spaces: ReadonlyMap<string, string>): ImportedSite {
  return { ...(title && { title }), structure: nodesOf(structure, spaces) };
}

function nodesOf(nodes: readonly SiteNode[], spaces: ReadonlyMap<string, string>): ImportedSiteNode[] {
  return nodes.flatMap(({ directory, language: _, hidden: __, draft, children, ...node }): ImportedSiteNode[] => {
    if (draft) return [];
    const space = typeof directory === 'string' ? spaces.get(directory) : undefined;
    const below = nodesOf(children, spaces);
    if (node.type === 'space') return space ? [{ ...node, space, children: [] }] : [];
    return below.length > 0 ? [{ ...node, children: below }] : [];
  });
}
