import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { ModelModule } from '../model/model.module';
import { StructureModule } from '../structure/structure.module';
import { Admit } from './admit';
import { FindPublished } from './find-published';
import { LookupController } from './lookup.controller';
import { PublishedController } from './published.controller';

/** Finds the published site at an address. */
@Module({
  imports: [ModelModule, AudienceModule, StructureModule],
  controllers: [PublishedController, LookupController],
  providers: [Admit, FindPublished],
  exports: [FindPublished],
})
export class PublishedModule {}
