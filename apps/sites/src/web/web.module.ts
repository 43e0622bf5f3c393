import { Module } from '@nestjs/common';
import { InsightsModule } from '../insights/insights.module';
import { PublishedModule } from '../published/published.module';
import { RedirectsModule } from '../redirects/redirects.module';
import { AnswerReader } from './ask/answer-reader';
import { AskSite } from './ask/ask-site';
import { MentionedUsers } from './mentioned-users';
import { OpenSite } from './open-site';
import { FindOnSite } from './search/find-on-site';
import { SiteRedirects } from './site-redirects';
import { TakeFeedback } from './take-feedback';
import { ReadPageText } from './tools/read-page-text';
import { SiteToolsController } from './tools/site-tools.controller';
import { Visits } from './visits';
import { WebController } from './web.controller';

/** Pages of published sites as the gateway serves them. */
@Module({
  imports: [InsightsModule, PublishedModule, RedirectsModule],
  controllers: [WebController, SiteToolsController],
  providers: [
    OpenSite,
    FindOnSite,
    TakeFeedback,
    Visits,
    ReadPageText,
    AskSite,
    AnswerReader,
    MentionedUsers,
    SiteRedirects,
  ],
})
export class WebModule {}
