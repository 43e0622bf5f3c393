import { Module } from '@nestjs/common';
import { PassagesController } from './questions/passages.controller';
import { QuestionRepository } from './questions/question.repository';
import { RecommendedQuestions } from './questions/recommended-questions';
import { HiddenPages } from './search/hidden-pages';
import { CatalogModule } from '../catalog/catalog.module';
import { DraftsModule } from '../drafts/drafts.module';
import { ModelModule } from '../model/model.module';
import { OpenApiModule } from '../openapi/openapi.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { IndexRevisions } from './index-revisions';
import { DraftLinks } from './links/draft-links';
import { LinkDifferences } from './links/link-difference';
import { LinkIndexRepository } from './links/link-index.repository';
import { LinkIndexer } from './links/link-indexer';
import { LinkJobs } from './links/link-jobs';
import { LinkLists } from './links/link-lists';
import { LinkRepository } from './links/link.repository';
import { LinkedContent } from './links/linked-content';
import { LinkedSpaceRepository } from './links/linked-space.repository';
import { LinksController } from './links/links.controller';
import { PartialSpaces } from './links/partial-spaces';
import { RevisedSpaceRepository } from './revised-space.repository';
import { ComputedDocuments } from './search/computed-documents';
import { ComputedIndexer } from './search/computed-indexer';
import { ComputedRefresh } from './search/computed-refresh';
import { IndexStateRepository } from './search/index-state.repository';
import { IndexRepository } from './search/postgres/index.repository';
import { Lexicon } from './search/postgres/lexicon';
import { CandidateRepository } from './search/postgres/candidate.repository';
import { FoundPassages } from './search/postgres/found-passages';
import { FoundPages } from './search/postgres/found-pages';
import { RankedSearch } from './search/postgres/ranked-search';
import { PageIndexer } from './search/postgres/page-indexer';
import { PostgresSearch } from './search/postgres/postgres-search';
import { Spelling } from './search/postgres/spelling';
import { SearchEngine } from './search/search-engine';
import { SearchIndexer } from './search/search-indexer';
import { SearchJobs } from './search/search-jobs';
import { SearchController } from './search/search.controller';
import { SearchedSpaceRepository } from './search/searched-space.repository';
import { UrlsController } from './urls/urls.controller';

/** Search, links and addresses. */
@Module({
  imports: [ChunkStorageModule, ModelModule, CatalogModule, RevisionsModule, OpenApiModule, DraftsModule],
  controllers: [LinksController, PassagesController, SearchController, UrlsController],
  providers: [
    { provide: SearchEngine, useClass: PostgresSearch },
    LinkRepository,
    LinkIndexRepository,
    LinkDifferences,
    LinkIndexer,
    LinkLists,
    DraftLinks,
    LinkJobs,
    LinkedSpaceRepository,
    LinkedContent,
    PartialSpaces,
    SearchedSpaceRepository,
    IndexStateRepository,
    SearchIndexer,
    ComputedIndexer,
    ComputedDocuments,
    SearchJobs,
    RevisedSpaceRepository,
    IndexRevisions,
    ComputedRefresh,
    IndexRepository,
    PageIndexer,
    CandidateRepository,
    FoundPages,
    FoundPassages,
    HiddenPages,
    QuestionRepository,
    RecommendedQuestions,
    RankedSearch,
    Lexicon,
    Spelling,
  ],
  exports: [LinkedContent, SearchEngine, SearchJobs],
})
export class DiscoveryModule {}
