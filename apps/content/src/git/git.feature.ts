import type { Feature } from '@bindery/service';
import { GitExport } from './git-export';
import { GitImport } from './git-import';
import { GitSyncRepository } from './git-sync.repository';
import { GitSyncWorker } from './git-sync.worker';
import { GitController } from './git.controller';
import { ProposeCommit } from './propose-commit';
import { SyncedSpace } from './synced-space';

export const git: Feature = {
  controllers: [GitController],
  providers: [GitSyncRepository, SyncedSpace, ProposeCommit, GitImport, GitExport, GitSyncWorker],
};
