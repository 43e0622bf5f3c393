import type { GitBlob } from '@bindery/contracts';
import type { ContentRef } from '@bindery/documents';
import { directoryOf, FileNames, meaningsOf, resolvePath } from '@bindery/git-sync';

/** The ids of a space's files, by their paths. */
export interface KnownPaths {
  pages: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
  /** Pages that no table of contents names: they are kept if a link points to them. */
  unlisted: ReadonlyMap<string, string>;
  /** All other files, whether pages use them or not. */
  files: ReadonlyMap<string, string>;
}

/** The target of an address, and the path of its file. */
interface FoundFile {
  ref: ContentRef;
  path: string;
}

/**
 * Resolves addresses in the files of a folder. Imports and edits both resolve them here, so that a link in Markdown has
 * the same target when it is exported.
 */
export class FilePaths {
  private names: FileNames | undefined;

  constructor(private readonly known: KnownPaths) {}

  /** The paths of a space, from its entries. */
  static of(pages: EntriesWithFile, files: EntriesWithFile, reusableContents: EntriesWithFile): FilePaths {
    return new FilePaths({
      pages: byPath(pages),
      files: byPath(files),
      reusableContents: byPath(reusableContents),
      unlisted: new Map(),
    });
  }

  /** The target of an address in the file at `from`; undefined where there is no file. */
  find(url: string, from: string): FoundFile | undefined {
    for (const { path, anchor } of meaningsOf(url)) {
      const file = resolvePath(path.startsWith('/') ? '' : directoryOf(from), path.replace(/^\/+/, ''));
      const found = file === undefined ? undefined : this.at(file, anchor);
      if (found) return found;
    }
    return undefined;
  }

  /** A page may be named without its extension, and by its folder. */
  private at(address: string, anchor: string | undefined): FoundFile | undefined {
    const { pages, unlisted, reusableContents, files } = this.known;
    for (const candidate of [address, `${address}.md`, address ? `${address}/README.md` : 'README.md']) {
      const path = this.nameOf(candidate);
      const page = pages.get(path) ?? unlisted.get(path);
      if (page) return { ref: anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page }, path };
      const reusableContent = reusableContents.get(path);
      if (reusableContent) return { ref: { kind: 'reusable-content', reusableContent }, path };
    }
    const path = this.nameOf(address);
    const file = files.get(path);
    return file === undefined ? undefined : { ref: { kind: 'file', file }, path };
  }

  private nameOf(path: string): string {
    const { pages, unlisted, reusableContents, files } = this.known;
    this.names ??= new FileNames(
      new Set([files, pages, unlisted, reusableContents].flatMap((some) => [...some.keys()])),
    );
    return this.names.find(path)?.path ?? path;
  }
}

type EntriesWithFile = Iterable<readonly [id: string, entry: { git?: GitBlob }]>;

const byPath = (entries: EntriesWithFile): Map<string, string> =>
  new Map([...entries].flatMap(([id, { git }]) => (git ? [[git.path, id]] : [])));
