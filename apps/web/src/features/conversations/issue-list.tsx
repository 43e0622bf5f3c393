import { useParams } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { useList } from '../../api/queries';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { ConversationTabs } from './conversation-tabs';
import { IssueRow } from './issue-row';

/** The issues that were found in conversations, the newest first. */
export default function IssueList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/conversations/issues' });
  const issues = useList('listConversationsIssues', { params: { organizationId } });
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Conversations', to: `/o/${organizationId}/conversations` }, { label: 'Issues' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Issues</h1>
        </div>
        <ConversationTabs organizationId={organizationId} />
        <div className="section">
          {issues.error && <Failure error={issues.error} />}
          {issues.isPending && <Loading />}
          {!issues.isPending && issues.items.length === 0 && !issues.error && (
            <Empty icon={<CircleHelp aria-hidden="true" />} title="No issues yet">
              <p>An issue is one thing that somebody asked about or could not do.</p>
            </Empty>
          )}
          {issues.items.length > 0 && (
            <ul className="list">
              {issues.items.map((item) => (
                <IssueRow key={item.issue.id} organizationId={organizationId} item={item} hasClusterLink />
              ))}
            </ul>
          )}
          <LoadMore list={issues} />
        </div>
      </div>
    </>
  );
}
