import type { TranslationUnit } from '@bindery/contracts';
import type { JobContext } from '@bindery/jobs';
import { fingerprintOf, sourceOf } from './source-fingerprint';
import { TranslationWorker } from './translation.worker';
import type { TranslationProgress } from './translation.job';

const unit: TranslationUnit = { kind: 'page', id: 'page', title: 'Page' };
const source = sourceOf(unit, fingerprintOf('model', '', []));

/** Continues a run that another worker left, with what it recorded for the page; the translator is away. */
async function takeOver(failure: string | null, agentInstructions = '') {
  const known = { kind: 'page', unitId: 'page', source, runId: 'run', title: 'Page', words: 1, failure };
  const asked: string[] = [];
  const reports: TranslationProgress[] = [];
  const none = () => Promise.resolve();
  const worker = new TranslationWorker(
    {
      find: async () => ({ id: 't', organizationId: 'o', instructions: { object: 'document', data: {}, nodes: [] } }),
      claimResult: async () => 'space',
      setSourceRevision: none,
      complete: none,
    } as never,
    { list: async () => [known], put: none, remove: none, placed: none } as never,
    { terms: async () => [] } as never,
    { text: async () => agentInstructions } as never,
    {
      source: async () => ({ revision: 'r', title: 'Space', units: [unit] }),
      documents: async () => new Map(),
      put: async () => ({ revision: 'made', missing: [] }),
    } as never,
    {
      run: async ({ id }: TranslationUnit) => {
        asked.push(id);
        return {
          title: 'Page',
          linkTitle: null,
          document: null,
          words: 0,
          failure: 'away',
          transient: true,
          lacksTokens: false,
        };
      },
    } as never,
    { translatorName: 'model' } as never,
  );
  const context = {
    ...{ id: 'run', organizationId: 'o', signal: new AbortController().signal },
    report: async (progress: TranslationProgress) => void reports.push(structuredClone(progress)),
    complete: <T>(work: () => Promise<T>) => work(),
  } as unknown as JobContext<TranslationProgress>;
  const { isRetryable } = await worker.run({ translation: 't' }, context);
  return { asked, isRetryable, pages: reports.at(-1)!.pages };
}

it('does a page again that failed before another worker took the run over, and is to be retried if it fails again', async () => {
  expect(await takeOver('away')).toEqual({ asked: ['page'], isRetryable: true, pages: { total: 1, done: 1 } });
});

it('does no page again that is translated', async () => {
  expect(await takeOver(null)).toEqual({ asked: [], isRetryable: false, pages: { total: 1, done: 1 } });
});

it('does a page again that is translated, when the instructions to agents have changed', async () => {
  expect((await takeOver(null, 'Be brief.')).asked).toEqual(['page']);
});
