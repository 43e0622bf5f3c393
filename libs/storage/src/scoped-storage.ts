import type { Readable } from 'node:stream';
import {
  Storage,
  type ListedFile,
  type PutOptions,
  type StoredFile,
  type WaitOptions,
  type WrittenFile,
} from './storage';

/** Folders of the storage: those that a process reads, and those that it writes as well. */
interface StorageScope {
  reads: readonly string[];
  writes: readonly string[];
}

const ofService = (name: string, ...writes: string[]): StorageScope => ({ reads: [`bodies/${name}/`], writes });

/**
 * The prefixes of the storage that each process uses. Credentials of an S3 store should permit only these: `bindery secrets storage-policies`
 * prints policies for them.
 */
export const storageScopes: Readonly<Record<string, StorageScope>> = {
  // It serves and receives files for the services that own them.
  gateway: { reads: ['files/', 'exports/', 'pdf/', 'images/'], writes: ['uploads/', 'bodies/'] },
  identity: ofService('identity'),
  content: ofService('content', 'files/', 'exports/', 'pdf/', 'uploads/'),
  'change-requests': ofService('change-requests'),
  sites: ofService('sites'),
  integrations: ofService('integrations', 'integrations/', 'images/'),
  'ai-jobs': ofService('ai-jobs'),
};

/** The key is in a folder of another process. */
export class StorageScopeError extends Error {
  constructor(key: string, verb: string) {
    super(`This process may not ${verb} ${key.slice(0, 100)}`);
    this.name = 'StorageScopeError';
  }
}

/** The part of a storage that a process may use. Rejects all other keys before any call to the storage. */
export class ScopedStorage extends Storage {
  constructor(
    private readonly storage: Storage,
    private readonly scope: StorageScope,
  ) {
    super();
  }

  async put(key: string, body: Buffer | Readable, options: PutOptions): Promise<WrittenFile> {
    return this.storage.put(this.writable(key), body, options);
  }

  async get(key: string, options?: WaitOptions): Promise<StoredFile | undefined> {
    return this.storage.get(this.readable(key), options);
  }

  async delete(key: string, options?: WaitOptions): Promise<void> {
    return this.storage.delete(this.writable(key), options);
  }

  async exists(key: string): Promise<boolean> {
    return this.storage.exists(this.readable(key));
  }

  async size(key: string): Promise<number | undefined> {
    return this.storage.size(this.readable(key));
  }

  list(prefix: string): AsyncIterable<ListedFile> {
    return this.storage.list(this.readable(prefix));
  }

  prepare(): Promise<void> {
    return this.storage.prepare();
  }

  check(): Promise<void> {
    return this.storage.check();
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  private writable(key: string): string {
    return this.within(this.scope.writes, key, 'write');
  }

  private readable(key: string): string {
    return this.within([...this.scope.reads, ...this.scope.writes], key, 'read');
  }

  private within(folders: readonly string[], key: string, verb: string): string {
    if (!folders.some((folder) => key.startsWith(folder))) throw new StorageScopeError(key, verb);
    return key;
  }
}
