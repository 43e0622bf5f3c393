import { parseStableLink, type ContentRef, type LinkResolver } from '@bindery/documents';
import { isExternal } from '@bindery/git-sync';
import { FilePaths, type KnownPaths } from '../../model/pages/file-paths';

interface LinkListener {
  /** A link leads to a file that is neither reusable content nor a page that is there anyway. */
  used(path: string): void;
  /** A link leads to nothing in the source. */
  broken(url: string): void;
}

/**
 * Reads the links of one page of a source: paths become references by id, and what leads nowhere stays an address. An object
 * outside of the space has no path: an export names it by its id, by which it is known again.
 */
export function importLinks(page: string, known: KnownPaths, listener: LinkListener): LinkResolver {
  const refOf = (url: string): ContentRef => {
    if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
    if (isExternal(url) || url === '') return { kind: 'url', url };
    const found = pathsOf(known).find(url, page);
    if (found && (found.ref.kind === 'file' || known.unlisted.has(found.path))) listener.used(found.path);
    const ref = found?.ref ?? parseStableLink(url);
    if (!ref) listener.broken(url);
    return ref ?? { kind: 'url', url };
  };
  return { refOf, urlOf: () => '' };
}

const paths = new WeakMap<KnownPaths, FilePaths>();

/** Made once for all pages of a source. */
function pathsOf(known: KnownPaths): FilePaths {
  let found = paths.get(known);
  if (!found) paths.set(known, (found = new FilePaths(known)));
  return found;
}
