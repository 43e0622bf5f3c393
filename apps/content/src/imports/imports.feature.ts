import type { Feature } from '@bindery/service';
import { ImportSpace } from './import-space';
import { ImportWorker } from './import.worker';
import { ImportsController } from './imports.controller';
import { OpenSources } from './open-source';
import { ReadingProcesses } from './reading/reading-processes';
import { SourceReader } from './source-reader';

export const imports: Feature = {
  controllers: [ImportsController],
  providers: [OpenSources, ReadingProcesses, SourceReader, ImportSpace, ImportWorker],
};
