import type { Feature } from '@bindery/service';
import { ImportSpace } from './import-space';
import { ImportWorker } from './import.worker';
import { ImportsController } from './imports.controller';
import { OpenSources } from './open-source';
import { ReadingThreads } from './reading/reading-threads';
import { SourceReader } from './source-reader';

export const imports: Feature = {
  controllers: [ImportsController],
  providers: [OpenSources, ReadingThreads, SourceReader, ImportSpace, ImportWorker],
};
