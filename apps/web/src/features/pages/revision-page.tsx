import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { pagePath } from './page-links';
import { PageReader } from './page-reader';

/** A page as a revision of the space had it. */
export default function RevisionPage() {
  const { organizationId = '', spaceId = '', revisionId = '', _splat: path } = useParams({ strict: false });
  const place = useMemo(() => ({ organizationId, spaceId, revisionId }), [organizationId, spaceId, revisionId]);
  const space = useOperation('getSpaceById', { params: { spaceId } });
  return (
    <PageReader
      place={place}
      path={path || undefined}
      header={(page) => (
        <Bar
          crumbs={[
            { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
            { label: 'An earlier revision', to: pagePath(place) },
            ...(page ? [{ label: page.title }] : []),
          ]}
        />
      )}
    />
  );
}
