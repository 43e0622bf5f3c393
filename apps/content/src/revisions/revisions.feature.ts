import type { Feature } from '@bindery/service';
import { CommitRevision } from './commit-revision';
import { ContentReader } from './content-reader';
import { FileReader } from './file-reader';
import { ContentController } from './content.controller';
import { DocumentReader } from './document-reader';
import { RevisionRepository } from './revision.repository';
import { RevisionsController } from './revisions.controller';

export const revisions: Feature = {
  controllers: [ContentController, RevisionsController],
  providers: [RevisionRepository, ContentReader, FileReader, DocumentReader, CommitRevision],
};
