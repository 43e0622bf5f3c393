import {
  agentTaskWork,
  changeRequestRefs,
  type ChangeRequestChanged,
  type ChangeRequestStatus,
  type EventEnvelope,
} from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { fakeOperation, principalOf, startServiceUnderTest, type ServiceUnderTest } from '@bindery/testing';
import { AgentTaskRepository } from '../../src/tasks/agent-task.repository';
import { AgentTasksConsumer } from '../../src/tasks/agent-tasks.consumer';
import { ChangeRequestConversationRepository } from '../../src/tasks/change-request-conversation.repository';

let status: ChangeRequestStatus;
const fakes = [
  fakeOperation(changeRequestRefs.resolveChangeRequest, ({ body }) => ({ id: body.changeRequest, status })),
];

let service: ServiceUnderTest;
beforeAll(async () => (service = await startServiceUnderTest('ai-jobs', { fakes })));
afterAll(() => service.close());

/** A task that waits to be started. */
async function waitingTask() {
  const [organization, space, task] = [newId(), newId(), newId()];
  await service.app.get(AgentTaskRepository).insert({
    ...{ id: task, organizationId: organization, clusterId: null, spaceId: space },
    ...{ title: 'Explain it', description: '', instructions: { nodes: [] } as never },
  });
  return { organization, space, task };
}

const createdEvent = (organization: string, payload: object) =>
  ({ organization, actor: newId(), payload }) as unknown as EventEnvelope<ChangeRequestChanged & { agentTask: string }>;

const handle = (work: () => Promise<void>) => service.app.get(Database).transaction(work);

it.each([
  ['completed', 'merged'],
  ['started', 'open'],
] as const)('a task is %s once the event of its change request is handled, which is %s by then', async (is, isNow) => {
  const { organization, space, task } = await waitingTask();
  const changeRequest = newId();
  const [tasks, consumer] = [service.app.get(AgentTaskRepository), service.app.get(AgentTasksConsumer)];
  status = isNow;
  const created = createdEvent(organization, { space, changeRequest, agentTask: task });
  if (isNow === 'merged') await handle(() => consumer.merged(created));
  await handle(() => consumer.created(created));
  expect(await tasks.find(organization, task)).toMatchObject({ status: is, changeRequestId: changeRequest });
});

it('a second change request of a task gets no conversation, and that of the first gets one however often its event comes', async () => {
  const { organization, space, task } = await waitingTask();
  const [first, second] = [newId(), newId()];
  const consumer = service.app.get(AgentTasksConsumer);
  status = 'open';
  for (const changeRequest of [first, second, first])
    await handle(() => consumer.created(createdEvent(organization, { space, changeRequest, agentTask: task })));
  const conversations = service.app.get(ChangeRequestConversationRepository);
  expect([await conversations.count(first), await conversations.count(second)]).toEqual([1, 0]);
});

it('a task is kept for one change request that is being opened, and for another one once that takes too long', async () => {
  const { organization, space, task } = await waitingTask();
  const [first, second] = [newId(), newId()];
  const ask = (changeRequest: string) =>
    service.callAs('change-requests', agentTaskWork.getAgentTaskWork, {
      principal: principalOf(newId(), organization),
      body: { organization, space, task, changeRequest },
    });
  await ask(first);
  await expect(ask(second)).rejects.toMatchObject({ code: 409, message: expect.stringContaining('is being started') });
  expect(await ask(first)).toMatchObject({ title: 'Explain it' });
  await service.app
    .get(Database)
    .run(`update agent_task set opening_until = now() - interval '1 s' where id = $1`, [task]);
  expect(await ask(second)).toMatchObject({ title: 'Explain it' });
});
