import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import { ModelModule } from '../model/model.module';
import { SpecificationsModule } from '../specifications/specifications.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { ComputedPages } from './computed/computed-pages';
import { DependencyRepository } from './computed/dependencies';
import { IntegrationPages } from './computed/integration-pages';
import { OpenApiPages } from './computed/openapi-pages';
import { SourceAnswers } from './computed/source-answers';
import { TranslatedSpaces } from './computed/translated-spaces';
import { TranslationPages } from './computed/translation-pages';
import { CommitRevision } from './revisions/commit-revision';
import { ContentReader } from './revisions/content-reader';
import { ContentController } from './revisions/content.controller';
import { CreateSpace } from './revisions/create-space';
import { DocumentReader } from './revisions/document-reader';
import { FileReader } from './revisions/file-reader';
import { MetaLinks } from './revisions/meta-links';
import { PageLocator } from './revisions/page-locator';
import { RevisionRepository } from './revisions/revision.repository';
import { UnreadPages } from './revisions/unread-pages';
import { RevisionsController } from './revisions/revisions.controller';
import { ConditionalDocuments } from './visitor-content/conditional-documents';
import { HiddenContentReader } from './visitor-content/hidden-content';
import { Outlines } from './visitor-content/outlines';
import { PageConditions } from './visitor-content/page-conditions';
import { PartUses } from './visitor-content/part-uses';
import { SitePageReader } from './visitor-content/site-page-reader';
import { SpaceFilesRepository } from './visitor-content/space-files.repository';
import { SitePagesController } from './visitor-content/site-pages.controller';

/** Immutable states of a space, and their content for each reader. */
@Module({
  imports: [ChunkStorageModule, ModelModule, CatalogModule, SpecificationsModule],
  controllers: [ContentController, RevisionsController, SitePagesController],
  providers: [
    OpenApiPages,
    ComputedPages,
    DependencyRepository,
    IntegrationPages,
    SourceAnswers,
    TranslatedSpaces,
    TranslationPages,
    CreateSpace,
    RevisionRepository,
    ContentReader,
    FileReader,
    MetaLinks,
    PageLocator,
    UnreadPages,
    DocumentReader,
    CommitRevision,
    PageConditions,
    ConditionalDocuments,
    PartUses,
    HiddenContentReader,
    Outlines,
    SitePageReader,
    SpaceFilesRepository,
  ],
  exports: [
    ComputedPages,
    CommitRevision,
    ContentReader,
    CreateSpace,
    FileReader,
    MetaLinks,
    RevisionRepository,
    HiddenContentReader,
  ],
})
export class RevisionsModule {}
