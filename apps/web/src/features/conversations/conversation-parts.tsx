import { useOperation } from '../../api/queries';
import { Failure, Loading } from '../../ui/states';

interface ConversationPartsProps {
  organizationId: string;
  conversationId: string;
}

const speakers: Record<string, string> = { user: 'User', assistant: 'Assistant', 'team-member': 'Team' };

/** The messages of a conversation, and a link to the place where it was held. */
export function ConversationParts({ organizationId, conversationId }: ConversationPartsProps) {
  const conversation = useOperation('getConversationById', { params: { organizationId, conversationId } });
  const { data } = conversation;
  const source = data?.conversation.urls.source;
  return (
    <div className="full stack">
      {conversation.error && <Failure error={conversation.error} />}
      {conversation.isPending && <Loading lines={2} />}
      {data?.parts.map(({ role, body }, index) => (
        <div key={index}>
          <strong>{speakers[role]}</strong>
          <p className="posting-text">{body}</p>
        </div>
      ))}
      {source && (
        <p>
          <a href={source} target="_blank" rel="noreferrer">
            Open it where it was held
          </a>
        </p>
      )}
    </div>
  );
}
