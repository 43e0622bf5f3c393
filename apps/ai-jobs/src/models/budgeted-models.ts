import { Inject, Injectable } from '@nestjs/common';
import {
  AbandonedError,
  ModelError,
  type LanguageModel,
  type Models,
  type Question,
  type TranslationResult,
  type TranslationRequest,
} from '@bindery/models';
import { ModelUsageRepository } from './model-usage.repository';

/** The injection token of the configured `Models`. */
export const MODELS = Symbol('models');

/** An organization has spent its budget, which it has again in the next month, or when the operator raises it. */
export class BudgetSpentError extends ModelError {
  constructor() {
    super('The organization has used all its tokens of this month', false);
    this.name = 'BudgetSpentError';
  }
}

/** The configured models, as far as an organization's budget goes. */
@Injectable()
export class BudgetedModels {
  constructor(
    @Inject(MODELS) private readonly models: Models,
    private readonly usage: ModelUsageRepository,
  ) {}

  get translatorName(): string {
    return this.models.translator.name;
  }

  get model(): LanguageModel | undefined {
    return this.models.model;
  }

  /** The budget of an organization. */
  get tokensPerMonth(): number {
    return this.models.tokensPerMonth;
  }

  /** Throws `ModelError`, also when the organization has spent its budget, and the reason of an aborted signal. */
  async translate(organization: string, request: TranslationRequest, signal?: AbortSignal): Promise<TranslationResult> {
    return this.within(organization, () => this.models.translator.translate(request, signal));
  }

  /** The answer of the model, as untrusted JSON. Throws as `translate` does; there must be a model. */
  async ask(organization: string, question: Question, signal?: AbortSignal): Promise<unknown> {
    const { model } = this.models;
    if (!model) throw new ModelError('No model server is set up', false);
    return (await this.within(organization, () => model.ask(question, signal))).value;
  }

  /** Counts what was spent, also on an answer that is of no use, or for which the caller no longer waits. */
  private async within<T extends { tokens: number }>(organization: string, work: () => Promise<T>): Promise<T> {
    if ((await this.usage.spent(organization)) >= this.tokensPerMonth) throw new BudgetSpentError();
    try {
      const done = await work();
      await this.usage.add(organization, done.tokens);
      return done;
    } catch (error) {
      if (error instanceof ModelError) await this.usage.add(organization, error.tokens);
      throw error instanceof AbandonedError ? error.reason : error;
    }
  }
}
