import { type Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  ArchiveError,
  decodeText,
  type FileSource,
  isIgnored,
  quoted,
  SOURCE_LIMITS,
  type SourceLimits,
  SourceMeter,
} from './archive-source';

/**
 * A folder with files to import, such as a checked-out repository. Symbolic links are followed inside the folder; one that
 * points outside, to nothing or into a cycle is an ArchiveError.
 */
export async function openFolder(path: string, limits: Partial<SourceLimits> = {}): Promise<FileSource> {
  const root = await realpath(path).catch((error: Error) => {
    throw new ArchiveError(`The folder ${quoted(path)} cannot be read. Check its name.`, { cause: error });
  });
  const reader = new FolderReader(root, new SourceMeter({ ...SOURCE_LIMITS, ...limits }));
  await reader.walk('', [root]);
  return new Folder(root, new Set(reader.files));
}

class Folder implements FileSource {
  constructor(
    private readonly root: string,
    private readonly files: ReadonlySet<string>,
  ) {}

  paths(): string[] {
    return [...this.files].sort();
  }

  async read(path: string): Promise<Buffer> {
    if (!this.files.has(path)) throw new ArchiveError(`${quoted(path)} is not in the folder. Check its name.`);
    return readFile(await insideOf(this.root, path));
  }

  async text(path: string): Promise<string> {
    return decodeText(path, await this.read(path));
  }

  async close(): Promise<void> {}
}

class FolderReader {
  readonly files: string[] = [];

  constructor(
    private readonly root: string,
    private readonly meter: SourceMeter,
  ) {}

  /** `above` are the real paths of the folder and its parents, to detect a cycle of links. */
  async walk(folder: string, above: readonly string[]): Promise<void> {
    for (const entry of await readdir(join(this.root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(path)) continue;
      this.meter.addEntry();
      await this.visit(path, entry, above);
    }
  }

  private async visit(path: string, entry: Dirent, above: readonly string[]): Promise<void> {
    const target = entry.isSymbolicLink() ? await insideOf(this.root, path) : join(this.root, path);
    const found = await stat(target);
    if (found.isDirectory()) {
      if (above.includes(target)) throw refused(path, 'is a link to a folder that contains it');
      await this.walk(path, [...above, target]);
    } else if (found.isFile()) {
      this.meter.addFile(path, found.size);
      this.files.push(path);
    } else {
      throw refused(path, 'is not an ordinary file');
    }
  }
}

/** The real path. Throws ArchiveError when it is outside of the root or does not exist. */
async function insideOf(root: string, path: string): Promise<string> {
  const target = await realpath(join(root, path)).catch((error: Error) => {
    throw new ArchiveError(`${quoted(path)} does not exist. Replace the link by a file.`, { cause: error });
  });
  if (target !== root && !target.startsWith(root + sep)) throw refused(path, 'is a link that leaves the folder');
  if (isIgnored(target.slice(root.length + 1))) throw refused(path, 'is a link to a file that is not documentation');
  return target;
}

function refused(path: string, what: string): ArchiveError {
  return new ArchiveError(`${quoted(path)} ${what}. Replace it by the file, or leave it out.`);
}
