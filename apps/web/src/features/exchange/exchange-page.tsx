import { useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Failure } from '../../ui/states';
import { pagePath } from '../pages/page-links';
import { ExportSection } from './export-section';
import { GitSection } from './git-section';
import { PdfSection } from './pdf-section';

/** Export of a space, and its synchronisation with Git. */
export default function ExchangePage() {
  const { organizationId, spaceId } = useParams({ from: '/o/$organizationId/s/$spaceId/~/exchange' });
  const space = useOperation('getSpaceById', { params: { spaceId } });
  return (
    <>
      <Bar
        crumbs={[
          { label: space.data?.title ?? '…', to: pagePath({ organizationId, spaceId }) },
          { label: 'Export and Git' },
        ]}
      />
      <div className="content">
        <h1>Export and Git</h1>
        {space.error && <Failure error={space.error} />}
        <ExportSection spaceId={spaceId} />
        <PdfSection spaceId={spaceId} />
        {space.data && (
          <GitSection
            organizationId={organizationId}
            spaceId={spaceId}
            canSynchronize={space.data.permissions.triggerGitSync}
            isSynchronised={space.data.gitSync !== undefined}
          />
        )}
      </div>
    </>
  );
}
