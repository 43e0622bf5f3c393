import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import { DiscoveryModule } from '../discovery/discovery.module';
import { DraftsModule } from '../drafts/drafts.module';
import { InterchangeModule } from '../interchange/interchange.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { CollectionsController } from './collections/collections.controller';
import { FirstContent } from './spaces/first-content';
import { Purge } from './spaces/purge';
import { SpacesController } from './spaces/spaces.controller';
import { SweepWorker } from './sweep/sweep.worker';
import { TransferContent } from './transfers/transfer-content';

/** Creation, transfer and removal of spaces and collections, which use all layers below. */
@Module({
  imports: [ChunkStorageModule, CatalogModule, RevisionsModule, DraftsModule, DiscoveryModule, InterchangeModule],
  controllers: [CollectionsController, SpacesController],
  providers: [Purge, FirstContent, SweepWorker, TransferContent],
})
export class LifecycleModule {}
