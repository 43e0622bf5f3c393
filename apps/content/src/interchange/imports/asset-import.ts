import { createHash } from 'node:crypto';
import type { FileEntry } from '../../storage/files/file-entry';
import type { FileStore, NewFile } from '../../storage/files/file-store';
import { imageDimensions } from '../../storage/files/image-dimensions';
import { ArchiveError, type FileSource } from './archive-source';
import { contentTypeOf } from '../../storage/files/content-type';
import { forEachConcurrently } from '../../storage/for-each-concurrently';
import { blobId } from './git-blob';
import type { ImportProblems } from './import-problems';

/** Files that are stored at the same time: writing mostly waits for the disk. */
const atOnce = 8;
const reportEvery = 6 * atOnce;

/** The files of a source that are no pages. Each is stored once, under the id that links use. */
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

  /** Stores the files that are not stored yet. */
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

  /** Stores the bytes of a file that is read already. */
  async storeBytes(path: string, bytes: Buffer): Promise<FileEntry> {
    const file = await this.fileOf(path, bytes);
    this.entries.set(this.ids.get(path)!, file.entry);
    await this.fileStore.putAll(this.organization, [file]);
    if (!this.seen.has(path)) this.stored++;
    this.seen.add(path);
    return file.entry;
  }

  private async storeSome(paths: readonly string[]): Promise<void> {
    const files: NewFile[] = [];
    await forEachConcurrently(paths, atOnce, async (path) => {
      try {
        const file = await this.fileOf(path, await this.files.read(path));
        this.entries.set(this.ids.get(path)!, file.entry);
        files.push(file);
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        this.problems.add({ severity: 'error', file: path, message: error.message });
      }
    });
    if (files.length > 0) await this.fileStore.putAll(this.organization, files);
  }

  private async fileOf(path: string, bytes: Buffer): Promise<NewFile & { entry: FileEntry }> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const contentType = await contentTypeOf(name, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const git = { oid: blobId(bytes), path: this.place(path) };
    const dimensions = imageDimensions(bytes, contentType);
    const entry = { name, contentType, size: bytes.length, sha256, ...(dimensions && { dimensions }), git };
    return { sha256, bytes, contentType, entry };
  }
}
