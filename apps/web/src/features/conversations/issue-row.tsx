import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { Button } from '../../ui/button';
import { Time } from '../../ui/time';
import { ConversationParts } from './conversation-parts';

interface IssueRowProps {
  organizationId: string;
  item: ItemOf<'listConversationsIssues'>;
  /** Whether to lead to the cluster that it is in. */
  hasClusterLink?: boolean;
}

/** One issue, with what was said in its conversation. */
export function IssueRow({ organizationId, item: { issue, conversation }, hasClusterLink }: IssueRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { title, summary, createdAt, cluster } = issue;
  return (
    <li className="wrapping">
      <div className="grow">
        <div className="title">{title}</div>
        {summary !== title && <div className="meta">{summary}</div>}
        <div className="meta">
          {conversation.subject ?? conversation.source}, <Time at={createdAt} />
        </div>
      </div>
      {hasClusterLink && cluster && (
        <Link
          className="button small"
          to="/o/$organizationId/conversations/clusters/$clusterId"
          params={{ organizationId, clusterId: cluster }}
        >
          Others like it
        </Link>
      )}
      <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Messages
      </Button>
      {isOpen && <ConversationParts organizationId={organizationId} conversationId={conversation.id} />}
    </li>
  );
}
