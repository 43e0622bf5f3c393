import type { EventEnvelope, RevisionCreated } from '@bindery/contracts';
import type { Logger } from '@bindery/observability';
import type { Database } from '@bindery/persistence';
import type { IndexJobs } from '../catalog/spaces/index-jobs';
import { IndexRevisions } from './index-revisions';
import type { LinkIndexer } from './links/link-indexer';
import type { RevisedSpace, RevisedSpaceRepository } from './revised-space.repository';
import type { SearchIndexer } from './search/search-indexer';
import type { SearchJobs } from './search/search-jobs';

const space = { id: 's', organizationId: 'o', links: {}, dependents: [] } as unknown as RevisedSpace;
const events = [{ payload: { branch: 'main', space: 's' } }] as unknown as EventEnvelope<RevisionCreated>[];

/** An index that is unchanged or not at each attempt. `found` are the spaces that each read returns. */
function indexing(attempts: boolean[], found: RevisedSpace[][]) {
  const add = jest.fn();
  const find = jest.fn(() => Promise.resolve(found.shift() ?? [space]));
  const indexer = new IndexRevisions(
    { transaction: (work: () => unknown) => work() } as unknown as Database,
    { find } as unknown as RevisedSpaceRepository,
    { short: () => Promise.resolve(() => Promise.resolve(attempts.shift())) } as unknown as SearchIndexer,
    { short: () => Promise.resolve(() => Promise.resolve(true)) } as unknown as LinkIndexer,
    { add } as unknown as IndexJobs,
    {} as SearchJobs,
    {} as Logger,
  );
  return { add, find, run: () => indexer.revisionsCreated(events) };
}

it('looks again where another replica was faster, instead of having it all done again by jobs', async () => {
  const { add, find, run } = indexing([false, true], []);
  await run();
  expect(find).toHaveBeenCalledTimes(2);
  expect(add).not.toHaveBeenCalled();
});

it('leaves to jobs what others overtake again and again, and nothing of a space that is gone', async () => {
  const overtaken = indexing([false, false, false], []);
  await overtaken.run();
  expect(overtaken.add).toHaveBeenCalledTimes(1);
  const gone = indexing([false], [[space], []]);
  await gone.run();
  expect(gone.add).not.toHaveBeenCalled();
});
