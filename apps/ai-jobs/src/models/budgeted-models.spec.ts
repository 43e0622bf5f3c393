import { AbandonedError, ModelError, type LanguageModel, type Models } from '@bindery/models';
import { BudgetedModels } from './budgeted-models';
import type { ModelUsageRepository } from './model-usage.repository';

const question = { task: 'Answer.', data: {}, instructions: '', maxTokens: 100 };

function budgeted(ask: LanguageModel['ask'], spent = 0) {
  const charged: number[] = [];
  const usage = { spent: () => Promise.resolve(spent), add: (_: string, tokens: number) => void charged.push(tokens) };
  const models = { model: { name: 'test', ask }, tokensPerMonth: 1_000 } as unknown as Models;
  return { models: new BudgetedModels(models, usage as unknown as ModelUsageRepository), charged };
}

it('charges the cost of an answer for a caller who has left, once, and throws the reason', async () => {
  const reason = new Error('left');
  const { models, charged } = budgeted(() => Promise.reject(new AbandonedError(reason, 70)));
  await expect(models.ask('o', question, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(charged).toEqual([70]);
});

it('charges a failed answer once, also when its reader has left meanwhile', async () => {
  const { models, charged } = budgeted(() => Promise.reject(new ModelError('Broken', false, 30)));
  await expect(models.ask('o', question, AbortSignal.abort())).rejects.toThrow('Broken');
  expect(charged).toEqual([30]);
});

it('charges nothing to an organization that has used all its tokens, also when its reader leaves', async () => {
  const { models, charged } = budgeted(() => Promise.reject(new Error('never asked')), 1_000);
  await expect(models.ask('o', question, AbortSignal.abort())).rejects.toThrow('has used all its tokens');
  expect(charged).toEqual([]);
});
