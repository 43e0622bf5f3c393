import type { Feature } from '@bindery/service';
import { ComputedDocuments } from './computed-documents';
import { ComputedIndexer } from './computed-indexer';
import { ComputedRefresh } from './computed-refresh';
import { IndexStateRepository } from './index-state.repository';
import { IndexRepository } from './postgres/index.repository';
import { Lexicon } from './postgres/lexicon';
import { MatchRepository } from './postgres/match.repository';
import { PageIndexer } from './postgres/page-indexer';
import { PostgresSearch } from './postgres/postgres-search';
import { Spelling } from './postgres/spelling';
import { SearchEngine } from './search-engine';
import { SearchIndexer } from './search-indexer';
import { SearchJobs } from './search-jobs';
import { SearchController } from './search.controller';
import { SearchedSpaceRepository } from './searched-space.repository';

/** The engine and its parts; nothing else knows which one it is. */
const engine = [
  { provide: SearchEngine, useClass: PostgresSearch },
  IndexRepository,
  PageIndexer,
  MatchRepository,
  Lexicon,
  Spelling,
];

export const search: Feature = {
  controllers: [SearchController],
  providers: [
    ...engine,
    SearchedSpaceRepository,
    IndexStateRepository,
    SearchIndexer,
    ComputedIndexer,
    ComputedDocuments,
    SearchJobs,
    ComputedRefresh,
  ],
};
