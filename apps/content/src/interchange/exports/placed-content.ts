import { posix } from 'node:path';
import {
  editFrontMatter,
  mapLinks,
  parseStableLink,
  readFrontMatter,
  stableLink,
  type ContentRef,
  type LinkResolver,
} from '@bindery/documents';
import { encodePath } from '@bindery/git-sync';

/** The paths of the pages, files and reusable contents of a space on disk, by id. */
export interface PlacedContent {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
}

/** Writes references of a file as paths relative to it; objects outside of the space are written by id. */
export function relativeLinks(from: string, { pages, files, reusableContents }: PlacedContent): LinkResolver {
  const relative = (to: string | undefined) => to && encodePath(posix.relative(posix.dirname(from), to));
  const urlOf = (ref: ContentRef): string => {
    switch (ref.kind) {
      case 'page':
        return relative(ref.space ? undefined : pages.get(ref.page)) ?? stableLink(ref);
      case 'anchor': {
        const path = relative(ref.space || !ref.page ? undefined : pages.get(ref.page));
        return path ? `${path}#${ref.anchor}` : stableLink(ref);
      }
      case 'file':
        return relative(files.get(ref.file)) ?? stableLink(ref);
      case 'reusable-content':
        return relative(ref.space ? undefined : reusableContents.get(ref.reusableContent)) ?? stableLink(ref);
      default:
        return stableLink(ref);
    }
  };
  return { urlOf, refOf: (url) => ({ kind: 'url', url }) };
}

/** Links by id, as an edit writes them into a file; most files have none. */
const byId = /\/(?:pages|files|reusable-contents)\//;

/** A file with links by id replaced by the paths of their targets, if these are in the space. */
export function withPlacedLinks(file: string, path: string, placed: PlacedContent): string {
  if (!byId.test(file)) return file;
  const { urlOf } = relativeLinks(path, placed);
  const change = (url: string): string | undefined => {
    const ref = parseStableLink(url);
    const link = ref && ref.kind !== 'url' ? urlOf(ref) : url;
    return link === url ? undefined : link;
  };
  const { cover, coverDark } = readFrontMatter(file);
  return editFrontMatter(mapLinks(file, change), {
    ...(cover && { cover: change(cover) ?? cover }),
    ...(coverDark && { coverDark: change(coverDark) ?? coverDark }),
  });
}
