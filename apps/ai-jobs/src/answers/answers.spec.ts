import type { GivenPassage } from '@bindery/contracts';
import { ModelError } from '@bindery/models';
import { runInContext } from '@bindery/observability';
import type { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import type { BudgetedModels } from '../models/budgeted-models';
import { Answers } from './answers';

const passages: GivenPassage[] = [
  {
    ...{ space: 's', spaceTitle: 'S', page: 'p', title: 'Owls', path: 'owls', revision: 'r', section: 'p#head' },
    ...{ anchor: 'head', heading: 'Heads', body: 'An owl turns its head.', app: 'https://a.test/app' },
    ...{ url: 'https://a.test/owls#head', score: 1, coverage: 1 },
  },
];
const asked = { question: 'How?', passages, beginnings: ['owl'], isAnswered: true, format: 'markdown' as const };
const said = { sentences: [{ text: 'It turns.', passages: [1] }] };

const answersBy = (ask: BudgetedModels['ask']) =>
  new Answers(
    { model: { name: 'test' }, ask } as unknown as BudgetedModels,
    { text: () => Promise.resolve('') } as unknown as AgentInstructionsRepository,
  );

const waitFor = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));

afterEach(() => jest.restoreAllMocks());

it('has eight answered by the model at a time, and the others from passages at once', async () => {
  const calls: ((value: unknown) => void)[] = [];
  const answers = answersBy(() => new Promise((resolve) => calls.push(resolve)));
  const first = Array.from({ length: 8 }, () => answers.answer('o', asked));
  expect((await answers.answer('o', asked)).outcome).toBe('passages');
  for (const call of calls) call(said);
  expect((await Promise.all(first)).map(({ outcome }) => outcome)).toEqual(Array(8).fill('model'));
  const next = answers.answer('o', asked);
  await Promise.resolve();
  calls.at(-1)!(said);
  expect((await next).outcome).toBe('model');
});

it('gives the place of an answer back that failed', async () => {
  const answers = answersBy(() => Promise.reject(new ModelError('Broken', false)));
  for (let at = 0; at < 9; at++) expect((await answers.answer('o', asked)).outcome).toBe('passages');
  expect(await answersBy(() => Promise.resolve(said)).answer('o', asked)).toMatchObject({ outcome: 'model' });
});

it('answers from passages when the model takes longer than 20 seconds', async () => {
  const deadline = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const answer = answersBy((_organization, _question, signal) => {
    deadline.abort(new DOMException('Too late', 'TimeoutError'));
    return Promise.reject(signal!.reason as Error);
  }).answer('o', asked);
  expect((await answer).outcome).toBe('passages');
  expect(timeout).toHaveBeenCalledWith(20_000);
});

it('does not answer a caller who has left', async () => {
  const left = new AbortController();
  const context = { requestId: 'r', operation: 'o', deadline: Infinity, hops: 1, signal: left.signal };
  const answers = answersBy((_organization, _question, signal) => {
    const answer = waitFor(signal);
    left.abort(new Error('left'));
    return answer;
  });
  await expect(runInContext(context, () => answers.answer('o', asked))).rejects.toThrow('left');
});

it('quotes a long section once, by its best part and in the place of that', async () => {
  const part = (section: string, body: string) => ({ ...passages[0]!, section, heading: section, body });
  const parts = [part('long', 'An owl is best.'), part('short', 'An owl is good.'), part('long', 'An owl is last.')];
  const failing = answersBy(() => Promise.reject(new ModelError('Broken', false)));
  const { statements } = await failing.answer('o', { ...asked, passages: parts });
  expect(statements.map(({ text }) => text)).toEqual(['An owl is best.', 'An owl is good.']);
});
