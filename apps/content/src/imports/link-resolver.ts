import type { ContentRef, LinkResolver } from '@bindery/documents';
import { directoryOf, resolvePath } from '@bindery/git-sync';

/** The ids under which a source's files are known in the space. */
export interface KnownPaths {
  /** Path of a page's file to the page's id. */
  pages: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
  /** The id of any other file of the source; undefined when there is none at the path. */
  fileId: (path: string) => string | undefined;
}

/** Reads the links of one page of a source: paths become references by id, and what leads nowhere is told to `onBroken`. */
export function importLinks(page: string, known: KnownPaths, onBroken: (url: string) => void): LinkResolver {
  const refOf = (url: string): ContentRef => {
    if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//') || url === '') return { kind: 'url', url };
    const [path = '', anchor] = decode(url).split('#', 2);
    const file = resolvePath(
      path.startsWith('/') ? '' : directoryOf(page),
      path.replace(/^\/+/, '').replace(/\?.*$/, ''),
    );
    const found = file === undefined ? undefined : lookUp(file, anchor, known);
    if (!found) onBroken(url);
    return found ?? { kind: 'url', url };
  };
  return { refOf, urlOf: () => '' };
}

function lookUp(
  file: string,
  anchor: string | undefined,
  { pages, reusableContents, fileId }: KnownPaths,
): ContentRef | undefined {
  for (const candidate of [file, `${file}.md`, file ? `${file}/README.md` : 'README.md']) {
    const page = pages.get(candidate);
    if (page) return anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page };
    const reusableContent = reusableContents.get(candidate);
    if (reusableContent) return { kind: 'reusable-content', reusableContent };
  }
  const id = fileId(file);
  return id ? { kind: 'file', file: id } : undefined;
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
