import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { EditedPage } from './edited-page';
import { pagePath } from './page-links';
import { PageReader } from './page-reader';
import { PendingPage } from './page-state';
import { useEditMode, whyNotLive } from './use-edit-mode';

/** A page of the main content in the editor, without a change request: readers see each change as soon as it is saved. */
export default function LivePage() {
  const { organizationId = '', spaceId = '', _splat } = useParams({ strict: false });
  const place = useMemo(() => ({ organizationId, spaceId, isLive: true }), [organizationId, spaceId]);
  const space = useOperation('getSpaceById', { params: { spaceId } });
  const mode = useEditMode(organizationId, space.data);
  const path = _splat || undefined;
  const main = { organizationId, spaceId };
  const header = (title: string | undefined) => (
    <Bar
      crumbs={[
        { label: space.data?.title ?? '…', to: pagePath(main) },
        ...(title === undefined ? [] : [{ label: title }]),
      ]}
    >
      <span className="badge info" title="Readers see each change as soon as it is saved.">
        Live
      </span>
      <Link className="button primary small" to={pagePath(main, path)}>
        Done
      </Link>
    </Bar>
  );
  if (mode === undefined) return <PendingPage header={header(undefined)} error={space.error} />;
  if (mode !== 'live')
    return <PageReader place={main} path={path} header={(page) => header(page?.title)} whyUnsaved={whyNotLive(mode)} />;
  const discussion = { target: { spaceId }, canComment: space.data?.permissions.comment ?? false };
  return <EditedPage place={place} path={path} header={header} discussion={discussion} />;
}
