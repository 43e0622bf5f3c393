import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { RevisionsModule } from '../revisions/revisions.module';
import { SpecificationsModule } from '../specifications/specifications.module';
import { ChunkStorageModule } from '../storage/storage.module';
import { OpenApiAccess } from './openapi-access';
import { OpenApiSchedule } from './openapi-schedule';
import { OpenApiSpecsController } from './openapi-specs.controller';
import { OpenApiVersionsController } from './openapi-versions.controller';
import { OpenApiWorker } from './openapi.worker';
import { SpecificationReader } from '../specifications/reading/specification-reader';
import { ShownSpecifications } from './shown-specifications';

/** The operations on OpenAPI specifications, and the jobs that read them. */
@Module({
  imports: [ChunkStorageModule, ModelModule, SpecificationsModule, RevisionsModule],
  controllers: [OpenApiSpecsController, OpenApiVersionsController],
  providers: [OpenApiAccess, ShownSpecifications, SpecificationReader, OpenApiWorker, OpenApiSchedule],
  exports: [OpenApiAccess],
})
export class OpenApiModule {}
