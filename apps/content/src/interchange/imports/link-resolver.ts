import { parseStableLink, type ContentRef, type LinkResolver } from '@bindery/documents';
import { isExternal } from '@bindery/git-sync';
import { FilePaths, type KnownPaths } from '../../model/pages/file-paths';

interface LinkListener {
  /** Reports a link to a file that is neither reusable content nor a listed page. */
  used(path: string): void;
  /** Reports a link without a target in the source. */
  broken(url: string): void;
}

/**
 * Resolves the links of one page of a source: paths become references by id, and links without a target stay addresses. An
 * object outside of the space has no path: an export names it by its id, and an import recognizes it.
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

/** Built once for all pages of a source. */
function pathsOf(known: KnownPaths): FilePaths {
  let found = paths.get(known);
  if (!found) paths.set(known, (found = new FilePaths(known)));
  return found;
}
