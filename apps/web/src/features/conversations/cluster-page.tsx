import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';

/** One thing that conversations are about, with its issues and what was said. */
export default function ClusterPage() {
  const { organizationId, clusterId } = useParams({ from: '/o/$organizationId/conversations/clusters/$clusterId' });
  const cluster = useOperation('getConversationsIssuesCluster', { params: { organizationId, clusterId } });
  const issues = useList('listConversationsIssues', { params: { organizationId }, query: { cluster: clusterId } });
  const [open, setOpen] = useState<string>();
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
              {issues.items.map(({ issue, conversation }) => (
                <li key={issue.id} className="wrapping">
                  <div className="grow">
                    <div className="title">{issue.title}</div>
                    <div className="meta">{issue.summary}</div>
                    <div className="meta">
                      {conversation.subject ?? conversation.source}, <Time at={issue.createdAt} />
                    </div>
                  </div>
                  <Button
                    small
                    aria-expanded={open === issue.id}
                    onClick={() => setOpen(open === issue.id ? undefined : issue.id)}
                  >
                    What was said
                  </Button>
                  {open === issue.id && <Parts organizationId={organizationId} conversationId={conversation.id} />}
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={issues} />
        </section>
      </div>
    </>
  );
}

const speakers: Record<string, string> = { user: 'User', assistant: 'Assistant', 'team-member': 'Team' };

function Parts({ organizationId, conversationId }: { organizationId: string; conversationId: string }) {
  const conversation = useOperation('getConversationById', { params: { organizationId, conversationId } });
  return (
    <div className="full stack">
      {conversation.error && <Failure error={conversation.error} />}
      {conversation.isPending && <Loading lines={2} />}
      {conversation.data?.parts.map(({ role, body }, index) => (
        <div key={index}>
          <strong>{speakers[role]}</strong>
          <p style={{ whiteSpace: 'pre-wrap' }}>{body}</p>
        </div>
      ))}
    </div>
  );
}
