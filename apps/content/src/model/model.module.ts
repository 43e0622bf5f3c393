import { Module } from '@nestjs/common';
import { ChunkStorageModule } from '../storage/storage.module';
import { DocumentRepository } from './pages/document.repository';
import { PageTrees } from './pages/page-trees';

/** Pages and their documents. */
@Module({
  imports: [ChunkStorageModule],
  providers: [DocumentRepository, PageTrees],
  exports: [DocumentRepository, PageTrees],
})
export class ModelModule {}
