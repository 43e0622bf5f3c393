import type { ListResult } from '../api/queries';
import { Button } from './button';

export function LoadMore({ list }: { list: Pick<ListResult<unknown>, 'hasMore' | 'loadMore' | 'isLoadingMore'> }) {
  if (!list.hasMore) return null;
  return (
    <p>
      <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
        {list.isLoadingMore ? 'Loading…' : 'Show more'}
      </Button>
    </p>
  );
}
