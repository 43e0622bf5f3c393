import { posix } from 'node:path';

/** A file, link or submodule of a commit. */
export interface TreeEntry {
  /** As Git writes it, such as 100755. */
  mode: string;
  oid: string;
  /** The target of a symbolic link. */
  target?: string;
}

/** A file to commit. */
export interface CommittedFile {
  path: string;
  /** Git's id of the bytes. */
  oid: string;
  /** Whether it is as the last synchronisation left it. */
  isUnchanged?: boolean;
}

/** As many as Linux follows for one path (path_resolution(7)). */
const mostLinks = 40;

/** The entries of a commit by path, and where its symbolic links lead. */
export class CommittedTree {
  constructor(private readonly entries: ReadonlyMap<string, TreeEntry>) {}

  /** Git's ids of the files and links of a folder, by their paths in it. */
  filesOf(folder: string): Map<string, string> {
    const start = folder === '' ? '' : `${folder}/`;
    return new Map(
      [...this.entries].flatMap(([path, { oid }]) => (path.startsWith(start) ? [[path.slice(start.length), oid]] : [])),
    );
  }

  /** The path of the first link on a path. */
  linkOn(path: string): string | undefined {
    for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      const part = end < 0 ? path : path.slice(0, end);
      if (this.entries.get(part)?.target !== undefined) return part;
      if (end < 0) return undefined;
    }
  }

  /** The path to which links lead, with or without an entry; undefined for a cycle and outside of the repository. */
  resolve(path: string): string | undefined {
    for (let links = 0; links <= mostLinks; links++) {
      const link = this.linkOn(path);
      if (link === undefined) return path;
      const target = this.entries.get(link)!.target!;
      path = posix.join(posix.dirname(link), target, path.slice(link.length)).replace(/\/$/, '');
      if (target.startsWith('/') || path === '..' || path.startsWith('../')) return undefined;
      if (path === '.') path = '';
    }
    return undefined;
  }

  /** The mode with which a file is written: executable ones stay so. */
  modeOf(path: string): string {
    const { mode } = this.entries.get(this.resolve(path) ?? path) ?? {};
    return mode === '100755' ? mode : '100644';
  }

  /** The files that a link to a folder shows, by their paths in a folder that replaces the link. */
  copies(link: string): { path: string; mode: string; oid: string }[] {
    const folder = this.resolve(link);
    if (!folder || link.startsWith(`${folder}/`)) return [];
    return [...this.entries.keys()].flatMap((path) => {
      const entry = path.startsWith(`${folder}/`) && this.entries.get(this.resolve(path) ?? '');
      return entry ? [{ path: link + path.slice(folder.length), mode: entry.mode, oid: entry.oid }] : [];
    });
  }

  /** Links that must become files or folders, because files that lead through them no longer hold what their targets hold. */
  linksToReplace(written: readonly CommittedFile[], removed: readonly string[]): Set<string> {
    const newOids = new Map(written.map(({ path, oid }) => [path, oid]));
    const gone = new Set(removed);
    const isLeft = (target: string) => newOids.has(target) || (this.entries.has(target) && !gone.has(target));
    const replaced = new Set<string>();
    for (const { path, oid, isUnchanged } of written) {
      const link = this.linkOn(path);
      if (link === undefined) continue;
      const target = this.resolve(path);
      if (target !== undefined && isLeft(target)) {
        // An edit of the target reaches the page of the link with the next import.
        if (isUnchanged || oid === this.entries.get(target)?.oid || oid === newOids.get(target)) continue;
      }
      replaced.add(link);
    }
    for (const path of removed) {
      const link = this.linkOn(path);
      const target = this.resolve(path);
      if (link !== undefined && link !== path && target !== undefined && isLeft(target)) replaced.add(link);
    }
    return replaced;
  }
}
