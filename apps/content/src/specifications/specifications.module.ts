import { Module } from '@nestjs/common';
import { OpenApiExcerpts } from './excerpts/openapi-excerpts';
import { OpenApiPageRepository } from './openapi-page.repository';
import { OpenApiSpecRepository } from './openapi-spec.repository';
import { OpenApiVersionRepository } from './openapi-version.repository';

/** Stored OpenAPI specifications, their versions and their pages. */
@Module({
  providers: [OpenApiSpecRepository, OpenApiVersionRepository, OpenApiPageRepository, OpenApiExcerpts],
  exports: [OpenApiExcerpts, OpenApiPageRepository, OpenApiSpecRepository, OpenApiVersionRepository],
})
export class SpecificationsModule {}
