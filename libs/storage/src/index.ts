export { copyMeasured, MeasuringStream } from './measuring-stream';
export { openStorage } from './open-storage';
export { ScopedStorage, storageScopes, StorageScopeError } from './scoped-storage';
export { type SignedRequest, signedUrl, type UrlGrant, verifySignedUrl } from './signed-url';
export {
  type ListedFile,
  type PutOptions,
  Storage,
  StorageKeyError,
  StorageSizeError,
  type StoredFile,
  type WaitOptions,
  type WrittenFile,
} from './storage';
export { isContentType } from './storage-key';
export { StorageModule } from './storage.module';
export { createWorkFolder, removeLeftWorkFolders, removeWorkFolder } from './work-folder';
