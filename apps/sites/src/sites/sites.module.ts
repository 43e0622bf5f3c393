import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { StructureModule } from '../structure/structure.module';
import { SitesController } from './sites.controller';

/** Operations on sites. */
@Module({
  imports: [ModelModule, StructureModule],
  controllers: [SitesController],
})
export class SitesModule {}
