import { Link, useParams } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/queries';
import { SelectField } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { ConversationTabs } from './conversation-tabs';
import { OrganizationBar } from '../organizations/organization-bar';

type Order = 'updatedAt' | 'issues' | 'conversations';
const orders: { value: Order; label: string }[] = [
  { value: 'issues', label: 'Most issues' },
  { value: 'conversations', label: 'Most conversations' },
  { value: 'updatedAt', label: 'Changed last' },
];

/** The clusters of issues that conversations with users are about, the most frequent first. */
export default function ClusterList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/conversations' });
  const [orderBy, setOrderBy] = useState<Order>('issues');
  const clusters = useList('listConversationsIssuesClusters', { params: { organizationId }, query: { orderBy } });
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Conversations' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Conversations</h1>
          <SelectField
            label="Order"
            options={orders}
            value={orderBy}
            onChange={(event) => setOrderBy(event.target.value as Order)}
          />
        </div>
        <ConversationTabs organizationId={organizationId} />
        <div className="section">
          {clusters.error && <Failure error={clusters.error} />}
          {clusters.isPending && <Loading />}
          {!clusters.isPending && clusters.items.length === 0 && !clusters.error && (
            <Empty icon={<MessagesSquare aria-hidden="true" />} title="No conversations yet">
              <p>
                Integrations bring in conversations of your support. Questions that several of them ask are shown here,
                so that the documentation can answer them.
              </p>
            </Empty>
          )}
          {clusters.items.length > 0 && (
            <ul className="list">
              {clusters.items.map(({ id, label, summary, stats, weeklyPulse, updatedAt }) => (
                <li key={id}>
                  <div className="grow">
                    <Link
                      className="title"
                      to="/o/$organizationId/conversations/clusters/$clusterId"
                      params={{ organizationId, clusterId: id }}
                    >
                      {label}
                    </Link>
                    <div className="meta">{summary}</div>
                    <div className="meta">
                      {stats.issues} issues in {stats.conversations} conversations, changed <Time at={updatedAt} />
                    </div>
                  </div>
                  <Pulse weeks={weeklyPulse} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={clusters} />
        </div>
      </div>
    </>
  );
}

/** Issues of each of the past weeks, oldest first. The number is in the line beside it. */
function Pulse({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(1, ...weeks);
  return (
    <svg width={weeks.length * 6} height="24" aria-hidden="true" style={{ flex: 'none' }}>
      {weeks.map((count, week) => (
        <rect
          key={week}
          x={week * 6}
          y={23 - (count / most) * 22}
          width="4"
          height={1 + (count / most) * 22}
          fill="var(--accent)"
        />
      ))}
    </svg>
  );
}
