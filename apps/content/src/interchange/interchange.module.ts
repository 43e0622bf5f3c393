import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import { DiscoveryModule } from '../discovery/discovery.module';
import { DraftsModule } from '../drafts/drafts.module';
import { ModelModule } from '../model/model.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { ExportSpace } from './exports/export-space';
import { ExportWorker } from './exports/export.worker';
import { ExportsController } from './exports/exports.controller';
import { GitExport } from './git/git-export';
import { GitInstallationRepository } from './git/git-installation.repository';
import { GitInstallationsController } from './git/git-installations.controller';
import { GitImport } from './git/git-import';
import { GitSyncRepository } from './git/git-sync.repository';
import { GitSyncWorker } from './git/git-sync.worker';
import { GitController } from './git/git.controller';
import { MergeCommit } from './git/merge-commit';
import { ProposeCommit } from './git/propose-commit';
import { ReadClone } from './git/read-clone';
import { SyncLossCounter } from './git/sync-losses';
import { SyncedSpace } from './git/synced-space';
import { FollowRenames } from './imports/follow-renames';
import { ImportSpace } from './imports/import-space';
import { ImportWorker } from './imports/import.worker';
import { ImportsController } from './imports/imports.controller';
import { OpenSources } from './imports/open-source';
import { ReadingProcesses } from './imports/reading/reading-processes';
import { SourceReader } from './imports/source-reader';
import { PdfController } from './pdf/pdf.controller';
import { PdfPrinter } from './pdf/pdf-printer';
import { PdfWorker } from './pdf/pdf.worker';
import { ApplyTemplate } from './templates/apply-template';
import { TemplatesController } from './templates/templates.controller';
import { PlacedTextRepository } from './translations/placed-text.repository';
import { PutTranslatedSpace } from './translations/put-translated-space';
import { TranslationsController } from './translations/translations.controller';

/** Imports and exports of content: archives, Git, templates, translations and PDF. */
@Module({
  imports: [ChunkStorageModule, ModelModule, CatalogModule, RevisionsModule, DraftsModule, DiscoveryModule],
  controllers: [
    ExportsController,
    GitController,
    GitInstallationsController,
    ImportsController,
    PdfController,
    TemplatesController,
    TranslationsController,
  ],
  providers: [
    ExportSpace,
    ExportWorker,
    GitSyncRepository,
    GitInstallationRepository,
    SyncedSpace,
    SyncLossCounter,
    ReadClone,
    MergeCommit,
    ProposeCommit,
    GitImport,
    GitExport,
    GitSyncWorker,
    OpenSources,
    SourceReader,
    FollowRenames,
    ImportSpace,
    ImportWorker,
    ReadingProcesses,
    PdfPrinter,
    PdfWorker,
    ApplyTemplate,
    PlacedTextRepository,
    PutTranslatedSpace,
  ],
  exports: [ApplyTemplate],
})
export class InterchangeModule {}
