import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RequestError } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';
import { Empty, Failure, Loading } from '../../ui/states';

interface PageStateProps {
  pages: UseQueryResult<RevisionPage[], RequestError>;
  page: UseQueryResult<RevisionPage, RequestError>;
  /** The content has no page that could be shown. */
  isEmpty: boolean;
  /** Says how content gets its first page. */
  whenEmpty: string;
}

/** Stands where the page will be while it is read, where it cannot be read, and where there is none. */
export function PageState({ pages, page, isEmpty, whenEmpty }: PageStateProps) {
  const failed = [page, pages].filter(({ isError }) => isError);
  const error = failed[0]?.error;
  if (error)
    return (
      <>
        {!page.data && <h1 className="page-title">The page cannot be shown</h1>}
        <Failure error={error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
      </>
    );
  if (isEmpty)
    return (
      <Empty isScreen title="There are no pages yet">
        <p>{whenEmpty}</p>
      </Empty>
    );
  return page.isPending ? <Loading lines={8} /> : null;
}

interface PendingPageProps {
  header: ReactNode;
  /** Says why it stays unknown. */
  error?: RequestError | null;
}

/** Stands where a page will be while it is not known whether it is read or edited. */
export const PendingPage = ({ header, error }: PendingPageProps) => (
  <>
    {header}
    <div className="reading">
      <article>
        {error && <h1 className="page-title">The page cannot be shown</h1>}
        {error ? <Failure error={error} /> : <Loading lines={8} />}
      </article>
    </div>
  </>
);
