import type { Database } from '@bindery/persistence';
import type { BudgetedModels } from '../models/budgeted-models';
import { RetryTranslations } from './retry-translations';
import type { RunTranslation } from './run-translation';
import type { TranslationRepository } from './translation.repository';
import type { TranslationRow } from './translation.rows';

const row = (id: string, fields: Partial<TranslationRow> = {}) => ({
  ...{ id, organizationId: 'organization', runId: 'run', automatic: true },
  ...fields,
});

/** The transactions that run, and the most that ran at once. */
let running = 0;
let mostAtOnce = 0;

/** Retries these translations, which are as `locked` says once they are locked; returns those that were started. */
async function retry(locked: ReturnType<typeof row>[]): Promise<string[]> {
  const started: string[] = [];
  const translations = {
    toRetry: () => Promise.resolve(locked.map(({ id }) => row(id))),
    lock: (_organization: string, id: string) => Promise.resolve(locked.find((one) => one.id === id)),
  };
  const start = ({ id }: TranslationRow) =>
    id === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve(started.push(id));
  const transaction = async (work: () => Promise<void>) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    await work().finally(() => running--);
  };
  const retries = new RetryTranslations(
    translations as unknown as TranslationRepository,
    { start } as unknown as RunTranslation,
    { transaction } as unknown as Database,
    { tokensPerMonth: 1 } as unknown as BudgetedModels,
  );
  const failed = locked.some(({ id }) => id === 'broken');
  await (failed ? expect(retries.step()).rejects.toThrow('broken') : retries.step());
  return started;
}

it('starts the others where one cannot be started', async () => {
  expect(await retry([row('broken'), row('whole')])).toEqual(['whole']);
});

it('leaves a translation alone that is no longer automatic, or has another run by now', async () => {
  const locked = [row('manual', { automatic: false }), row('newer', { runId: 'another' }), row('same')];
  expect(await retry(locked)).toEqual(['same']);
});

it('starts one after the other, so that requests find a free connection', async () => {
  mostAtOnce = 0;
  expect(await retry(['a', 'b', 'c'].map((id) => row(id)))).toEqual(['a', 'b', 'c']);
  expect(mostAtOnce).toBe(1);
});
