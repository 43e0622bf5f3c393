import type { Feature } from '@bindery/service';
import { DraftLinks } from './draft-links';
import { LinkDifferences } from './link-difference';
import { LinkIndexRepository } from './link-index.repository';
import { LinkIndexer } from './link-indexer';
import { LinkJobs } from './link-jobs';
import { LinkLists } from './link-lists';
import { LinkRepository } from './link.repository';
import { LinkedContent } from './linked-content';
import { LinkedSpaceRepository } from './linked-space.repository';
import { LinksController } from './links.controller';
import { PartialSpaces } from './partial-spaces';

export const links: Feature = {
  controllers: [LinksController],
  providers: [
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
  ],
};
