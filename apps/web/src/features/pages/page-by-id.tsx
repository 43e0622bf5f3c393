import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Bar } from '../../app/bar';
import { useOperation } from '../../api/queries';
import { pagesById } from '../documents/references';
import { pagePath } from './page-links';
import { PendingPage } from './page-state';
import { usePages } from './use-pages';

/** Leads to the path that a page of the space has now: mails name pages by their ids. A page that is gone leads to the space. */
export default function PageById() {
  const { organizationId = '', spaceId = '', pageId = '' } = useParams({ strict: false });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const { data, error } = usePages({ spaceId });
  const navigate = useNavigate();
  const page = data && pagesById(data).get(pageId);
  const path = page && 'path' in page ? page.path : '';
  const to = data && pagePath({ organizationId, spaceId }, path);
  useEffect(() => {
    if (to !== undefined) void navigate({ to, hash: true, replace: true });
  }, [to, navigate]);
  return <PendingPage header={<Bar crumbs={[{ label: space.data?.title ?? '…' }]} />} error={error} />;
}
