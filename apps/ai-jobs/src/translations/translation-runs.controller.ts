import { Controller } from '@nestjs/common';
import {
  conflict,
  notFound,
  requires,
  translations as contract,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import { Handles, Mutations } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { BudgetedModels } from '../models/budgeted-models';
import { TranslationsAccess } from './translation-access';
import { presentRun } from './translation.presenter';
import { TranslationRepository } from './translation.repository';
import { TranslationRunRepository } from './translation-run.repository';

type Params = Record<'organizationId' | 'translationId', string>;

/** How far runs are, and ending them. */
@Controller()
export class TranslationRunsController {
  constructor(
    private readonly translations: TranslationRepository,
    private readonly runs: TranslationRunRepository,
    private readonly access: TranslationsAccess,
    private readonly models: BudgetedModels,
    private readonly jobs: JobQueue,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listTranslationRuns)
  async list({ params, query, principal }: RequestOf<typeof contract.listTranslationRuns>) {
    const { translationId } = params;
    await this.permissions(principal, params);
    const page = await paginate(query, {
      scope: ['translation runs', translationId],
      rows: (after, limit) => this.runs.list(translationId, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.runs.count(translationId),
    });
    return { ...page, items: page.items.map((run) => presentRun(run, this.models.translatorName)) };
  }

  @Handles(contract.getTranslationRun)
  async get({ params, principal }: RequestOf<typeof contract.getTranslationRun>) {
    await this.permissions(principal, params);
    return presentRun(await this.load(params), this.models.translatorName);
  }

  @Handles(contract.cancelTranslationRun)
  async cancel({ params, principal }: RequestOf<typeof contract.cancelTranslationRun>) {
    const { edit } = await this.permissions(principal, params);
    requires(edit);
    const { id } = await this.load(params);
    const target = { type: 'translation-run', id };
    return this.mutations.run({ organization: params.organizationId, target }, async () => {
      if (!(await this.jobs.cancel(id))) throw conflict('The run has already ended');
      return presentRun(await this.load(params), this.models.translatorName);
    });
  }

  private async permissions(principal: Principal, { organizationId, translationId }: Params) {
    const translation = await this.translations.find(organizationId, translationId);
    if (!translation) throw notFound('Translation');
    const { sourceSpace } = translation;
    return (await this.access.at(principal, organizationId, sourceSpace, 'Translation')).permissions;
  }

  private async load({ translationId, runId }: Params & { runId: string }) {
    const run = await this.runs.find(translationId, runId);
    if (!run) throw notFound('Run');
    return run;
  }
}
