import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type RequestError } from '../../api/client';
import type { AnswerOf, ItemOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';

type Params = { organizationId: string; translationId: string };
type Run = ItemOf<'listTranslationRuns'>;

const states: Record<Run['status'], [text: string, look: string]> = {
  pending: ['Waiting', ''],
  running: ['Running', 'info'],
  completed: ['Completed', 'success'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', ''],
};
const isOver = ({ status }: Run) => status !== 'pending' && status !== 'running';

/** The runs of a translation, read again until the last one has ended. */
export function RunList({ params }: { params: Params }) {
  const client = useQueryClient();
  const runs = useInfiniteQuery<AnswerOf<'listTranslationRuns'>, RequestError>({
    queryKey: ['list', 'listTranslationRuns', params],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listTranslationRuns', { params, query: { page: pageParam as string | undefined }, signal }),
    getNextPageParam: ({ next }) => next?.page,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => !items.every(isOver)) ? 1_000 : false),
  });
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const running = items.filter((run) => !isOver(run)).length;
  // The outcome of a run is known when it has ended.
  useEffect(() => void client.invalidateQueries({ queryKey: ['getTranslation'] }), [client, running]);
  return (
    <section className="section" aria-label="Runs">
      <h2>Runs</h2>
      {runs.error && <Failure error={runs.error} />}
      {runs.isPending && <Loading lines={2} />}
      {items.length === 0 && !runs.isPending && <p className="muted">It has not run yet.</p>}
      {items.length > 0 && (
        <ul className="list">
          {items.map((run) => (
            <RunRow key={run.id} run={run} params={params} />
          ))}
        </ul>
      )}
      <LoadMore
        list={{
          hasMore: runs.hasNextPage,
          loadMore: () => void runs.fetchNextPage(),
          isLoadingMore: runs.isFetchingNextPage,
        }}
      />
    </section>
  );
}

function RunRow({ run, params }: { run: Run; params: Params }) {
  const cancel = useAction('cancelTranslationRun', ['listTranslationRuns', 'getTranslation']);
  const notices = useNotices();
  const { status, pages, words, provider, untranslated, error, createdAt } = run;
  const [text, look] = states[status];
  return (
    <li className="wrapping">
      <div className="grow">
        <div className="title">
          <Time at={createdAt} />
        </div>
        <div className="meta">
          {pages.done} of {pages.total} pages, {words.toLocaleString('en')} words, by {provider}
        </div>
      </div>
      <span className={`badge ${look}`}>{text}</span>
      {!isOver(run) && (
        <Button
          small
          disabled={cancel.isPending}
          onClick={() =>
            cancel.mutate({ params: { ...params, runId: run.id } }, notices.outcome('The run is cancelled.'))
          }
        >
          Cancel
        </Button>
      )}
      {!isOver(run) && (
        <progress className="full" aria-label="Pages translated" max={pages.total || undefined} value={pages.done} />
      )}
      {error && <p className="full">{error}</p>}
      {untranslated.length > 0 && (
        <details className="full">
          <summary>
            {untranslated.length === 1
              ? 'One page stays in its language'
              : `${untranslated.length} pages stay in their language`}
          </summary>
          <ul>
            {untranslated.map(({ page, title, reason }) => (
              <li key={page}>
                {title}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
