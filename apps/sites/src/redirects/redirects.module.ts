import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { ModelModule } from '../model/model.module';
import { PagePaths } from './page-paths';
import { RedirectRepository } from './redirect.repository';
import { RedirectsController } from './redirects.controller';

/** Redirects of a site. */
@Module({
  imports: [ModelModule, AudienceModule],
  controllers: [RedirectsController],
  providers: [RedirectRepository, PagePaths],
  exports: [PagePaths, RedirectRepository],
})
export class RedirectsModule {}
