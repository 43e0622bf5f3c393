import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { InsightsModule } from '../insights/insights.module';
import { SiteAnswers } from './site-answers';
import { SiteAskController } from './site-ask.controller';
import { SiteSearchController } from './site-search.controller';

/** Search and questions within a site. */
@Module({
  imports: [AudienceModule, InsightsModule],
  controllers: [SiteAskController, SiteSearchController],
  providers: [SiteAnswers],
})
export class SearchModule {}
