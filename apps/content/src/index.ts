import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule } from '@bindery/jobs';
import { SettingsModule, startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AccessGrantEntity } from './catalog/access/access-grant.entity';
import { CatalogModule } from './catalog/catalog.module';
import { FontEntity } from './catalog/fonts/font.entity';
import { CollectionEntity } from './catalog/collections/collection.entity';
import { BranchEntity } from './catalog/spaces/branch.entity';
import { RevisionEntity } from './catalog/spaces/revision.entity';
import { SpaceEntity } from './catalog/spaces/space.entity';
import { CONTENT_CONFIG, contentSettings } from './content.config';
import { DiscoveryModule } from './discovery/discovery.module';
import { DraftsModule } from './drafts/drafts.module';
import { sealedCredentials } from './interchange/git/git-credentials';
import { InterchangeModule } from './interchange/interchange.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { purge, reindex } from './lifecycle/operate/commands';
import { ModelModule } from './model/model.module';
import { DocumentEntity } from './model/pages/document.entity';
import { OpenApiModule } from './openapi/openapi.module';
import { references } from './references';
import { RevisionsModule } from './revisions/revisions.module';
import { OpenApiPageEntity } from './specifications/openapi-page.entity';
import { OpenApiSpecEntity } from './specifications/openapi-spec.entity';
import { OpenApiVersionEntity } from './specifications/openapi-version.entity';
import { SpecificationsModule } from './specifications/specifications.module';
import { ChunkStorageModule } from './storage/storage.module';
import { ChunkEntity } from './storage/store/chunk.entity';
import { migrations } from './migrations';

/** Each imports only modules before it. */
const modules = [
  ChunkStorageModule,
  ModelModule,
  CatalogModule,
  SpecificationsModule,
  RevisionsModule,
  OpenApiModule,
  DraftsModule,
  DiscoveryModule,
  InterchangeModule,
  LifecycleModule,
];

/** The service that owns spaces, their revisions and branches, pages, files, search and imports. */
export const content = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'content',
  entities: [
    SpaceEntity,
    CollectionEntity,
    FontEntity,
    AccessGrantEntity,
    BranchEntity,
    RevisionEntity,
    ChunkEntity,
    DocumentEntity,
    OpenApiSpecEntity,
    OpenApiVersionEntity,
    OpenApiPageEntity,
    JobEntity,
  ],
  migrations,
  sealed: [sealedCredentials],
  references,
  commands: [reindex, purge],
  imports: [JobsModule.forRoot(), SettingsModule.forRoot(CONTENT_CONFIG, readConfig(contentSettings, env)), ...modules],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(content(env), env);

export { contentSettings } from './content.config';

/** For tests that look behind the operations. */
export { CLONE_LIMITS } from './interchange/imports/git-clone';
export { importJob } from './interchange/imports/import.job';
export { Purge } from './lifecycle/spaces/purge';
export { SweepWorker } from './lifecycle/sweep/sweep.worker';
