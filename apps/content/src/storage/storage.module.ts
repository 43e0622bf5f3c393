import { Module } from '@nestjs/common';
import { FileStore } from './files/file-store';
import { TransferSweep } from './files/transfer-sweep';
import { ChunkRepository } from './store/chunk.repository';
import { ReachedContent } from './sweep/reached-content';
import { SweepRepository } from './sweep/sweep.repository';

/** Content-addressed chunks and files, and the removal of unreferenced ones. */
@Module({
  providers: [FileStore, TransferSweep, ChunkRepository, ReachedContent, SweepRepository],
  exports: [FileStore, ChunkRepository, ReachedContent, SweepRepository],
})
export class ChunkStorageModule {}
