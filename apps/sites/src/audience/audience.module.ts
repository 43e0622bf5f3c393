import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { ContentTokenRepository } from './content-token.repository';
import { ContentTokens } from './content-tokens';
import { Previews } from './previews';
import { PreviewsController } from './previews.controller';
import { PublishingAuthController } from './publishing-auth.controller';
import { PublishingAuthRepository } from './publishing-auth.repository';
import { ShareLinkRepository } from './share-link.repository';
import { ShareLinksController } from './share-links.controller';
import { SiteReader } from './site-reader';

/** The readers of a site: share links, visitor tokens and previews. */
@Module({
  imports: [ModelModule],
  controllers: [ShareLinksController, PublishingAuthController, PreviewsController],
  providers: [
    SiteReader,
    ShareLinkRepository,
    PublishingAuthRepository,
    ContentTokenRepository,
    ContentTokens,
    Previews,
  ],
  exports: [ContentTokenRepository, ContentTokens, Previews, PublishingAuthRepository, ShareLinkRepository, SiteReader],
})
export class AudienceModule {}
