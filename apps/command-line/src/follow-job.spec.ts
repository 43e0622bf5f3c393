import { ApiError, UnreachableError } from './api-client';
import { followJob } from './follow-job';

interface Job {
  ended: boolean;
}

/** Follows a job whose looks end as given, and returns the reported progress. */
async function follow(looks: (Job | Error)[], patience?: number): Promise<string[]> {
  const told: string[] = [];
  await followJob<Job>(
    {
      begun: { ended: false },
      look: () => {
        const next = looks.shift() ?? new Error('asked too often');
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      hasEnded: ({ ended }) => ended,
      progress: (_, trouble) => told.push(trouble ?? 'working'),
      name: 'The import 7',
    },
    patience,
  );
  return told;
}

it.each([429, 502, 503, 504])('goes on after an answer %i', async (status) => {
  const passing = new ApiError(status, 'Not now', 0.01);
  expect(await follow([passing, { ended: true }])).toEqual(['working', 'Not now', 'working']);
});

it('goes on when the platform is started anew', async () => {
  const away = new UnreachableError('http://x does not answer');
  const told = await follow([away, { ended: false }, { ended: true }]);
  expect(told).toEqual(['working', away.message, 'working', 'working']);
});

it('says where the job is looked up when the platform stays away', async () => {
  const looks = [new ApiError(503, '503 Away', 0.01), new ApiError(503, '503 Away', 0.01)];
  await expect(follow(looks, 1)).rejects.toThrow(/503 Away\n {2}The import 7 goes on: .*jobs list/);
});

it('ends with what does not pass', async () => {
  await expect(follow([new ApiError(404, '404 Import not found')])).rejects.toThrow('404 Import not found');
});
