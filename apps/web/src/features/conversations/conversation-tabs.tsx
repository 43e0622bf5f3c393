import { Tabs } from '../../ui/tabs';

/** The screens about what users ask, and what follows of it. */
export function ConversationTabs({ organizationId }: { organizationId: string }) {
  const path = `/o/${organizationId}`;
  return (
    <Tabs
      label="Conversations"
      tabs={[
        { label: 'Topics', to: `${path}/conversations` },
        { label: 'Issues', to: `${path}/conversations/issues` },
        { label: 'All conversations', to: `${path}/conversations/all` },
        { label: 'Tasks', to: `${path}/agent-tasks` },
      ]}
    />
  );
}
