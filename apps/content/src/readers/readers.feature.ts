import type { Feature } from '@bindery/service';
import { ConditionalDocuments } from './conditional-documents';
import { HiddenContentReader } from './hidden-content';
import { Outlines } from './outlines';
import { PageConditions } from './page-conditions';
import { PartUses } from './part-uses';
import { SitePageReader } from './site-page-reader';
import { SitePagesController } from './site-pages.controller';

export const readers: Feature = {
  controllers: [SitePagesController],
  providers: [PageConditions, ConditionalDocuments, PartUses, HiddenContentReader, Outlines, SitePageReader],
};
