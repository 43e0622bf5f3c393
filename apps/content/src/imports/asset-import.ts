import { createHash } from 'node:crypto';
import type { ImportProblem } from '@bindery/contracts';
import type { FileSource } from '@bindery/git-sync';
import { newId } from '@bindery/persistence';
import type { Storage } from '@bindery/storage';
import { storageKeyOf, type FileEntry } from '../files/file-entry';
import { ArchiveError } from './archive-source';
import { contentTypeOf } from './content-type';
import { blobId } from './git-blob';

/** The files that the pages of a source use. Each gets its id when it is first asked for and its bytes stored later. */
export class AssetImport {
  readonly entries = new Map<string, FileEntry>();
  private readonly ids = new Map<string, string>();
  private readonly queue: { id: string; path: string }[] = [];
  private readonly existing: Set<string>;
  stored = 0;

  constructor(
    private readonly files: FileSource,
    private readonly place: (path: string) => string,
    private readonly previous: ReadonlyMap<string, string>,
    private readonly storage: Storage,
    private readonly organization: string,
  ) {
    this.existing = new Set(files.paths());
  }

  get wanted(): number {
    return this.ids.size;
  }

  /** The id of a file of the source; undefined when there is no such file. */
  idOf(path: string): string | undefined {
    const known = this.ids.get(path);
    if (known) return known;
    if (!this.existing.has(path)) return undefined;
    const id = this.previous.get(this.place(path)) ?? newId();
    this.ids.set(path, id);
    this.queue.push({ id, path });
    return id;
  }

  /** Stores the next files; answers what could not be stored. */
  async store(count: number): Promise<ImportProblem[]> {
    const problems: ImportProblem[] = [];
    for (const { id, path } of this.queue.splice(0, count)) {
      this.stored++;
      try {
        this.entries.set(id, await this.storeOne(path));
      } catch (error) {
        if (!(error instanceof ArchiveError)) throw error;
        problems.push({ severity: 'error', file: path, message: error.message });
      }
    }
    return problems;
  }

  private async storeOne(path: string): Promise<FileEntry> {
    const bytes = await this.files.read(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const contentType = await contentTypeOf(name, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = storageKeyOf(this.organization, { sha256 });
    if (!(await this.storage.exists(key))) await this.storage.put(key, bytes, { contentType, size: bytes.length });
    return { name, contentType, size: bytes.length, sha256, git: { oid: blobId(bytes), path: this.place(path) } };
  }
}
