import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportFileSource, ImportGitSource } from '@bindery/contracts';
import { JobInputError } from '@bindery/jobs';
import { createWorkFolder, removeWorkFolder, Storage } from '@bindery/storage';
import { CONTENT_CONFIG, type ContentConfig } from '../../content.config';
import { openArchive } from './archive';
import { openFolder } from './archive-folder';
import { ArchiveError, type FileSource } from './archive-source';
import { cloneRepository, GitCloneError } from './git-clone';

/** An open source. */
interface OpenSource {
  files: FileSource;
  /** Also removes its unpacked files. */
  close(): Promise<void>;
}

/** Opens the sources to import, one after the other, and closes each when the caller requests the next. */
@Injectable()
export class OpenSources {
  constructor(
    private readonly storage: Storage,
    @Inject(CONTENT_CONFIG) private readonly config: ContentConfig,
  ) {}

  /** Throws `JobInputError` with the reason when a source cannot be opened. */
  async *open(source: ImportFileSource | ImportGitSource): AsyncGenerator<FileSource> {
    const openers =
      source.type === 'git' ? [() => this.clone(source)] : source.files.map((key) => () => this.upload(key));
    for (const openOne of openers) {
      const { files, close } = await openOne().catch((error: unknown) => {
        throw inputError(error);
      });
      try {
        yield files;
      } finally {
        await close();
      }
    }
  }

  /** Removes uploads that are no longer needed. */
  async discard(source: ImportFileSource | ImportGitSource): Promise<void> {
    if (source.type === 'file') for (const key of source.files) await this.storage.delete(key);
  }

  private async upload(key: string): Promise<OpenSource> {
    const stored = await this.storage.get(key);
    if (!stored) throw new JobInputError('The uploaded file no longer exists; upload it again');
    const folder = await createWorkFolder();
    const remove = () => removeWorkFolder(folder);
    try {
      const path = join(folder, 'upload.zip');
      await pipeline(stored.stream, createWriteStream(path));
      const files = await openArchive(path);
      return { files, close: () => files.close().finally(remove) };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  private async clone({ url, ref }: ImportGitSource): Promise<OpenSource> {
    const clone = await cloneRepository(url, { ref, allow: this.config.OUTBOUND_ALLOW });
    try {
      const files = await openFolder(clone.folder);
      return { files, close: () => files.close().finally(() => clone.cleanup()) };
    } catch (error) {
      await clone.cleanup();
      throw error;
    }
  }
}

/** A problem of the source is reported to the user who imports it; any other error is for the operator. */
export function inputError(error: unknown): unknown {
  return error instanceof ArchiveError || error instanceof GitCloneError ? new JobInputError(error.message) : error;
}
