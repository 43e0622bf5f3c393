import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { forEachConcurrently } from '../for-each-concurrently';
import { touching } from '../store/touching';
import { storageKeyOf } from './file-entry';

export interface NewFile {
  /** In hexadecimal. */
  sha256: string;
  bytes: Buffer;
  contentType: string;
}

/** The bytes of files, stored once for each organization under their hash. */
@Injectable()
export class FileStore {
  constructor(
    private readonly storage: Storage,
    private readonly db: Database,
  ) {}

  /** Stores a new file; an existing one is kept for at least a day more, referenced or not. */
  async put(organization: string, sha256: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.putAll(organization, [{ sha256, bytes, contentType }]);
  }

  /** Stores several with one statement: no more than may be in memory together. */
  async putAll(organization: string, files: readonly NewFile[]): Promise<void> {
    await this.touch(
      organization,
      files.map(({ sha256 }) => sha256),
    );
    await forEachConcurrently(files, files.length, async ({ sha256, bytes, contentType }) => {
      const key = storageKeyOf(organization, { sha256 });
      if (!(await this.storage.exists(key))) await this.storage.put(key, bytes, { contentType, size: bytes.length });
    });
  }

  /** Copies the file to another organization. A missing file is left out. */
  async copy(from: string, to: string, sha256: string): Promise<void> {
    await this.touch(to, [sha256]);
    const key = storageKeyOf(to, { sha256 });
    if (await this.storage.exists(key)) return;
    const stored = await this.storage.get(storageKeyOf(from, { sha256 }));
    if (stored) await this.storage.put(key, stored.stream, { contentType: stored.contentType, size: stored.size });
  }

  /** The files of an organization, some at a time. */
  async *batches(organization: string): AsyncIterable<string[]> {
    let batch: string[] = [];
    for await (const { key } of this.storage.list(storageKeyOf(organization, { sha256: '' }))) {
      batch.push(key.slice(key.lastIndexOf('/') + 1));
      if (batch.length < 500) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** Removes a file unless it was requested since `before`. A concurrent request waits, and then stores the file again. */
  async removeUntouched(organization: string, sha256: string, before: Date): Promise<void> {
    await this.db.transaction(async () => {
      const removed = await this.db.run(
        `delete from stored_file where organization_id = $1 and sha256 = $2 and touched_at < $3`,
        [organization, sha256, before],
      );
      if (removed === 1) await this.storage.delete(storageKeyOf(organization, { sha256 }));
    });
  }

  /** Adds rows for files in the storage that have none, such as those from before the table existed. */
  async announce(organization: string, files: string[]): Promise<void> {
    await this.db.run(
      `insert into stored_file (organization_id, sha256) select $1, unnest($2::text[]) on conflict do nothing`,
      [organization, files],
    );
  }

  private async touch(organization: string, files: string[]): Promise<void> {
    await this.db.run(
      `insert into stored_file (organization_id, sha256) select distinct $1, sha256 from unnest($2::text[]) as new (sha256) order by sha256 ${touching('stored_file')}`,
      [organization, files],
    );
  }
}
