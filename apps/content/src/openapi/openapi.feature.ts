import type { Feature } from '@bindery/service';
import { OpenApiExcerpts } from './excerpts/openapi-excerpts';
import { OpenApiAccess } from './openapi-access';
import { OpenApiPageRepository } from './openapi-page.repository';
import { OpenApiPages } from './openapi-pages';
import { OpenApiSchedule } from './openapi-schedule';
import { OpenApiSpecRepository } from './openapi-spec.repository';
import { OpenApiSpecsController } from './openapi-specs.controller';
import { OpenApiVersionRepository } from './openapi-version.repository';
import { OpenApiVersionsController } from './openapi-versions.controller';
import { OpenApiWorker } from './openapi.worker';
import { ShownSpecifications } from './shown-specifications';

export const openapi: Feature = {
  controllers: [OpenApiSpecsController, OpenApiVersionsController],
  providers: [
    OpenApiSpecRepository,
    OpenApiVersionRepository,
    OpenApiPageRepository,
    OpenApiPages,
    OpenApiExcerpts,
    OpenApiAccess,
    ShownSpecifications,
    OpenApiWorker,
    OpenApiSchedule,
  ],
};
