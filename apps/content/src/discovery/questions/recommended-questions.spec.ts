import type { QuestionRepository } from './question.repository';
import { RecommendedQuestions } from './recommended-questions';

it('are looked for once for each state of the index and each set of hidden pages, and again after a failure', async () => {
  const headings = jest.fn((spaces: readonly string[]) => Promise.resolve([...spaces]));
  const questions = new RecommendedQuestions({ headings } as unknown as QuestionRepository);
  const space = { id: 's', version: 'run 1' };
  const asked = () => Promise.all([questions.of([space], []), questions.of([space], [])]);
  expect(await asked()).toEqual([['s'], ['s']]);
  expect(headings).toHaveBeenCalledTimes(1);
  await questions.of([space], [{ space: 's', page: 'hidden' }]);
  await questions.of([{ ...space, version: 'run 2' }], []);
  expect(headings).toHaveBeenCalledTimes(3);
  headings.mockRejectedValueOnce(new Error('The database is away'));
  await expect(questions.of([], [])).rejects.toThrow('away');
  expect(await questions.of([], [])).toEqual([]);
});
