import { useParams } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';
import { ConversationParts } from './conversation-parts';
import { ConversationTabs } from './conversation-tabs';

type Conversation = ItemOf<'listConversations'>;

/** The conversations that were brought in, the newest first. */
export default function ConversationList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/conversations/all' });
  const conversations = useList('listConversations', { params: { organizationId } });
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Conversations', to: `/o/${organizationId}/conversations` }, { label: 'All conversations' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>All conversations</h1>
        </div>
        <ConversationTabs organizationId={organizationId} />
        <div className="section">
          {conversations.error && <Failure error={conversations.error} />}
          {conversations.isPending && <Loading />}
          {!conversations.isPending && conversations.items.length === 0 && !conversations.error && (
            <Empty icon={<MessagesSquare aria-hidden="true" />} title="No conversations have come in">
              <p>Integrations bring in conversations of your support.</p>
            </Empty>
          )}
          {conversations.items.length > 0 && (
            <ul className="list">
              {conversations.items.map((conversation) => (
                <Row key={conversation.id} organizationId={organizationId} conversation={conversation} />
              ))}
            </ul>
          )}
          <LoadMore list={conversations} />
        </div>
      </div>
    </>
  );
}

/** The name of the integration that brought a conversation in, or the word for mail. */
const sourceOf = ({ source }: Conversation): string => (source === 'email' ? 'E-mail' : source.split(':')[1]!);

function Row({ organizationId, conversation }: { organizationId: string; conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false);
  const { id, subject, createdAt, processedAt } = conversation;
  return (
    <li className="wrapping">
      <div className="grow">
        <div className="title">{subject ?? 'Without a subject'}</div>
        <div className="meta">
          {sourceOf(conversation)}, <Time at={createdAt} />
        </div>
      </div>
      {!processedAt && <span className="badge info">Being read…</span>}
      <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Messages
      </Button>
      {isOpen && <ConversationParts organizationId={organizationId} conversationId={id} />}
    </li>
  );
}
