import type { Feature } from '@bindery/service';
import { ComputedIndexRepository } from './computed-index.repository';
import { ComputedIndexer } from './computed-indexer';
import { Lexicon } from './lexicon';
import { PageIndexer } from './page-indexer';
import { SearchIndexRepository } from './search-index.repository';
import { SearchIndexer } from './search-indexer';
import { SearchJobs } from './search-jobs';
import { SearchController } from './search.controller';
import { SearchRepository } from './search.repository';
import { Spelling } from './spelling';

export const search: Feature = {
  controllers: [SearchController],
  providers: [
    Lexicon,
    Spelling,
    SearchRepository,
    SearchIndexRepository,
    SearchIndexer,
    ComputedIndexRepository,
    ComputedIndexer,
    PageIndexer,
    SearchJobs,
  ],
};
