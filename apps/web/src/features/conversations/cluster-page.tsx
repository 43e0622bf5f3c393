import { useParams } from '@tanstack/react-router';
import { useList, useOperation } from '../../api/queries';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { IssueRow } from './issue-row';

/** One thing that conversations are about, with its issues and what was said. */
export default function ClusterPage() {
  const { organizationId, clusterId } = useParams({ from: '/o/$organizationId/conversations/clusters/$clusterId' });
  const cluster = useOperation('getConversationsIssuesCluster', { params: { organizationId, clusterId } });
  const issues = useList('listConversationsIssues', { params: { organizationId }, query: { cluster: clusterId } });
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[
          { label: 'Conversations', to: `/o/${organizationId}/conversations` },
          { label: cluster.data?.label ?? '…' },
        ]}
      />
      <div className="content">
        {cluster.error && <Failure error={cluster.error} />}
        {cluster.isPending && <Loading />}
        {cluster.data && (
          <>
            <div className="content-head">
              <h1>{cluster.data.label}</h1>
            </div>
            <p>{cluster.data.summary}</p>
          </>
        )}
        <section className="section" aria-label="Issues">
          <h2>Issues</h2>
          {issues.error && <Failure error={issues.error} />}
          {issues.items.length > 0 && (
            <ul className="list">
              {issues.items.map((item) => (
                <IssueRow key={item.issue.id} organizationId={organizationId} item={item} />
              ))}
            </ul>
          )}
          <LoadMore list={issues} />
        </section>
      </div>
    </>
  );
}
