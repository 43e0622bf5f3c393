import { Link, useParams } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/queries';
import { SelectField } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { ConversationTabs } from '../conversations/conversation-tabs';
import { OrganizationBar } from '../organizations/organization-bar';
import { statuses, TaskBadge, type TaskStatus } from './task-status';

/** The agent tasks of an organization: gaps in the documentation that conversations show. */
export default function AgentTaskList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/agent-tasks' });
  const [status, setStatus] = useState<TaskStatus | ''>('');
  const tasks = useList('listAgentTasks', {
    params: { organizationId },
    query: { status: status ? [status] : undefined },
  });
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Conversations', to: `/o/${organizationId}/conversations` }, { label: 'Tasks' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Tasks</h1>
          <SelectField
            label="State"
            options={[{ value: '', label: 'All' }, ...statuses.map(({ value, label }) => ({ value, label }))]}
            value={status}
            onChange={(event) => setStatus(event.target.value as TaskStatus | '')}
          />
        </div>
        <ConversationTabs organizationId={organizationId} />
        <div className="section">
          {tasks.error && <Failure error={tasks.error} />}
          {tasks.isPending && <Loading />}
          {!tasks.isPending && tasks.items.length === 0 && !tasks.error && (
            <Empty icon={<ListTodo aria-hidden="true" />} title="No tasks">
              <p>A task says what the documentation lacks, where several conversations ask for the same.</p>
            </Empty>
          )}
          {tasks.items.length > 0 && (
            <ul className="list">
              {tasks.items.map(({ id, title, description, status: state, updatedAt }) => (
                <li key={id}>
                  <div className="grow">
                    <Link
                      className="title"
                      to="/o/$organizationId/agent-tasks/$agentTaskId"
                      params={{ organizationId, agentTaskId: id }}
                    >
                      {title}
                    </Link>
                    <div className="meta">{description}</div>
                    <div className="meta">
                      Changed <Time at={updatedAt} />
                    </div>
                  </div>
                  <TaskBadge status={state} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={tasks} />
        </div>
      </div>
    </>
  );
}
