import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { StructureModule } from '../structure/structure.module';
import { SiteGitController } from './site-git.controller';
import { SitesController } from './sites.controller';

/** Operations on sites. */
@Module({
  imports: [ModelModule, StructureModule],
  controllers: [SitesController, SiteGitController],
})
export class SitesModule {}
