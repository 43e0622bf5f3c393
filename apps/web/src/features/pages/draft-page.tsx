import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { Empty, Failure, Loading } from '../../ui/states';
import { ReferenceContext, pagesById } from '../documents/references';
import { pagePath } from './page-links';
import { PageReader } from './page-reader';
import { firstPage, usePage } from './use-page';
import { usePages } from './use-pages';

const PageEditor = lazy(() => import('../editor/page-editor'));

/** A page as a change request has it: to be edited where the user may and the change request is not merged, to be read elsewhere. */
export default function DraftPage() {
  const { organizationId = '', spaceId = '', changeRequestId = '', _splat } = useParams({ strict: false });
  const place = useMemo(
    () => ({ organizationId, spaceId, changeRequestId }),
    [organizationId, spaceId, changeRequestId],
  );
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const request = useOperation('getChangeRequestById', { params: { spaceId, changeRequestId } });
  const pages = usePages(place);
  const path = _splat || (pages.data && firstPage(pages.data)?.path);
  const page = usePage(place, path);
  const references = useMemo(() => ({ place, pages: pagesById(pages.data ?? []) }), [place, pages.data]);
  const navigate = useNavigate();
  const isOpen = request.data?.status === 'open' || request.data?.status === 'draft';
  const header = (
    <Bar
      crumbs={[
        { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
        {
          label: request.data ? `#${request.data.number} ${request.data.subject || 'Untitled'}` : '…',
          to: pagePath(place),
        },
        ...(page.data ? [{ label: page.data.title }] : []),
      ]}
    >
      <Button small onClick={() => void navigate({ to: pagePath(place) })}>
        Review changes
      </Button>
    </Bar>
  );
  if (!isOpen || !space.data?.permissions.edit) return <PageReader place={place} path={path} header={() => header} />;
  return (
    <ReferenceContext value={references}>
      {header}
      <div className="reading">
        <article>
          {page.error && <Failure error={page.error} />}
          {pages.data && path === undefined && (
            <Empty title="There are no pages yet">
              <p>Add the first one with the button beside “Pages”.</p>
            </Empty>
          )}
          {page.data?.type === 'document' && (
            <Suspense fallback={<Loading lines={8} />}>
              <PageEditor key={page.data.id} place={place} page={page.data} />
            </Suspense>
          )}
        </article>
      </div>
    </ReferenceContext>
  );
}
