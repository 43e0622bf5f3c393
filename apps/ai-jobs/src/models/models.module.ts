import { Module } from '@nestjs/common';
import { openModels } from '@bindery/models';
import { AI_JOBS_CONFIG } from '../ai-jobs.config';
import { BudgetedModels, MODELS } from './budgeted-models';
import { ModelUsageRepository } from './model-usage.repository';

/** The models of the service, within the budgets of organizations. */
@Module({
  providers: [
    { provide: MODELS, useFactory: openModels, inject: [AI_JOBS_CONFIG] },
    ModelUsageRepository,
    BudgetedModels,
  ],
  exports: [BudgetedModels],
})
export class ModelsModule {}
