import { parseStableLink, type ContentRef, type LinkResolver } from '@bindery/documents';
import { directoryOf, resolvePath } from '@bindery/git-sync';
import type { KnownPaths } from './reading/reading-tasks';

export interface LinkListener {
  /** A link leads to a file that is neither page nor reusable content. */
  used(path: string): void;
  /** A link leads to nothing in the source. */
  broken(url: string): void;
}

/** Reads the links of one page of a source: paths become references by id, and what leads nowhere stays an address. */
export function importLinks(page: string, known: KnownPaths, listener: LinkListener): LinkResolver {
  const refOf = (url: string): ContentRef => {
    if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//') || url === '') return { kind: 'url', url };
    const [path = '', anchor] = decode(url).split('#', 2);
    const file = resolvePath(
      path.startsWith('/') ? '' : directoryOf(page),
      path.replace(/^\/+/, '').replace(/\?.*$/, ''),
    );
    // What lies outside of the space has no path: it is exported under its id, and known by that again.
    const found = (file === undefined ? undefined : lookUp(file, anchor, known, listener)) ?? parseStableLink(url);
    if (!found) listener.broken(url);
    return found ?? { kind: 'url', url };
  };
  return { refOf, urlOf: () => '' };
}

function lookUp(
  path: string,
  anchor: string | undefined,
  known: KnownPaths,
  listener: LinkListener,
): ContentRef | undefined {
  for (const candidate of [path, `${path}.md`, path ? `${path}/README.md` : 'README.md']) {
    const page = known.pages.get(candidate);
    if (page) return anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page };
    const reusableContent = known.reusableContents.get(candidate);
    if (reusableContent) return { kind: 'reusable-content', reusableContent };
  }
  const file = known.files.get(path);
  if (!file) return undefined;
  listener.used(path);
  return { kind: 'file', file };
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
