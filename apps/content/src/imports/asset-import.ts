import { createHash } from 'node:crypto';
import type { FileEntry } from '../files/file-entry';
import type { FileStore, NewFile } from '../files/file-store';
import { ArchiveError, type FileSource } from './archive-source';
import { contentTypeOf } from './content-type';
import { eachAtOnce } from './each-at-once';
import { blobId } from './git-blob';
import type { ImportProblems } from './import-problems';

/** Files that are stored at the same time: writing waits for the disk most of the time. */
const atOnce = 8;
const reportEvery = 6 * atOnce;

/** The files of a source that are no pages. Each is stored once, under the id that links to it name. */
export class AssetImport {
  readonly entries = new Map<string, FileEntry>();
  private readonly seen = new Set<string>();
  stored = 0;

  constructor(
    private readonly organization: string,
    private readonly files: FileSource,
    private readonly place: (path: string) => string,
    private readonly ids: ReadonlyMap<string, string>,
    private readonly fileStore: FileStore,
    private readonly problems: ImportProblems,
  ) {}

  get wanted(): number {
    return this.seen.size;
  }

  /** Stores those of the files that were not stored before. */
  async store(paths: Iterable<string>, report: () => Promise<void>): Promise<void> {
    const fresh = [...paths].filter((path) => !this.seen.has(path));
    for (const path of fresh) this.seen.add(path);
    for (let at = 0; at < fresh.length; at += atOnce) {
      const some = fresh.slice(at, at + atOnce);
      await this.storeSome(some);
      this.stored += some.length;
      if (this.stored % reportEvery === 0) await report();
    }
  }

  private async storeSome(paths: readonly string[]): Promise<void> {
    const files: NewFile[] = [];
    await eachAtOnce(paths, atOnce, async (path) => {
      try {
        const file = await this.read(path);
        this.entries.set(this.ids.get(path)!, file.entry);
        files.push(file);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        this.problems.add({ severity: 'error', file: path, message: error.message });
      }
    });
    if (files.length > 0) await this.fileStore.putAll(this.organization, files);
  }

  private async read(path: string): Promise<NewFile & { entry: FileEntry }> {
    const bytes = await this.files.read(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const contentType = await contentTypeOf(name, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const git = { oid: blobId(bytes), path: this.place(path) };
    return { sha256, bytes, contentType, entry: { name, contentType, size: bytes.length, sha256, git } };
  }
}
