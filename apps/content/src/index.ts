import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { Content1700000002000 } from './migrations/1700000002000-content';
import { DocumentEntity } from './pages/document.entity';
import { DocumentRepository } from './pages/document.repository';
import { BranchEntity } from './revisions/branch.entity';
import { ContentReader } from './revisions/content-reader';
import { ContentController } from './revisions/content.controller';
import { RevisionEntity } from './revisions/revision.entity';
import { RevisionRepository } from './revisions/revision.repository';
import { RevisionsController } from './revisions/revisions.controller';
import { CreateSpace } from './spaces/create-space';
import { SpaceEntity } from './spaces/space.entity';
import { SpaceRepository } from './spaces/space.repository';
import { SpacesController } from './spaces/spaces.controller';
import { ChunkEntity } from './store/chunk.entity';
import { ChunkRepository } from './store/chunk.repository';

/** WHAT: spaces, their revisions and branches, pages, files, search and imports. */
export const content: ServiceDefinition = {
  name: 'content',
  entities: [SpaceEntity, BranchEntity, RevisionEntity, ChunkEntity, DocumentEntity],
  migrations: [Content1700000002000],
  controllers: [SpacesController, ContentController, RevisionsController],
  providers: [SpaceRepository, RevisionRepository, ChunkRepository, DocumentRepository, ContentReader, CreateSpace],
};

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(content, env);
