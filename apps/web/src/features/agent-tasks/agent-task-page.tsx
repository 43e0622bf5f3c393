import { Link, useParams } from '@tanstack/react-router';
import { useAction, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { plainText } from '../documents/plain-text';
import { OrganizationBar } from '../organizations/organization-bar';
import { TaskBadge } from './task-status';

/** One task: what is to be documented, why, and the change request that does it. */
export default function AgentTaskPage() {
  const params = useParams({ from: '/o/$organizationId/agent-tasks/$agentTaskId' });
  const { organizationId } = params;
  const task = useOperation('getAgentTask', { params });
  const update = useAction('updateAgentTask', ['getAgentTask', 'listAgentTasks']);
  const notices = useNotices();
  const { data } = task;
  const set = (status: 'backlog' | 'started' | 'canceled', text: string) =>
    update.mutate({ params, body: { status } }, notices.outcome(text));
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Tasks', to: `/o/${organizationId}/agent-tasks` }, { label: data?.title ?? '…' }]}
      />
      <div className="content">
        {task.error && <Failure error={task.error} />}
        {task.isPending && <Loading />}
        {data && (
          <>
            <div className="content-head">
              <div className="row">
                <h1>{data.title}</h1>
                <TaskBadge status={data.status} />
              </div>
              <div className="row">
                {data.status === 'backlog' && (
                  <>
                    <Button onClick={() => set('canceled', 'The task is set aside.')}>Set aside</Button>
                    <Button
                      look="primary"
                      disabled={update.isPending}
                      onClick={() => set('started', 'The task is started in a change request.')}
                    >
                      Start
                    </Button>
                  </>
                )}
                {data.status === 'canceled' && (
                  <Button onClick={() => set('backlog', 'The task is to be done.')}>Put back</Button>
                )}
              </div>
            </div>
            <p>{data.description}</p>
            <section className="section" aria-label="Instructions">
              <h2>Instructions</h2>
              <p style={{ whiteSpace: 'pre-line' }}>{plainText(data.instructions) || 'There are none.'}</p>
            </section>
            {data.changeRequest && (
              <p className="section">
                <Link
                  to="/o/$organizationId/s/$spaceId/~/change-requests/$changeRequestId"
                  params={{ organizationId, spaceId: data.space, changeRequestId: data.changeRequest }}
                >
                  Open the change request
                </Link>
              </p>
            )}
            {data.cluster && (
              <p>
                <Link
                  to="/o/$organizationId/conversations/clusters/$clusterId"
                  params={{ organizationId, clusterId: data.cluster }}
                >
                  See the conversations that ask for it
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}
