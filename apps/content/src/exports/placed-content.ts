import { posix } from 'node:path';
import { stableLink, type ContentRef, type LinkResolver } from '@bindery/documents';

/** Where each page, file and reusable content of a space lies on disk, by id. */
export interface PlacedContent {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
}

/** Writes references of a file as paths relative to it; what is not in the space is written by its id. */
export function relativeLinks(from: string, { pages, files, reusableContents }: PlacedContent): LinkResolver {
  const relative = (to: string | undefined) => to && posix.relative(posix.dirname(from), to);
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
