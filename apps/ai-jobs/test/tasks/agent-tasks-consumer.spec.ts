import {
  changeRequestRefs,
  type ChangeRequestChanged,
  type ChangeRequestStatus,
  type EventEnvelope,
} from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { fakeOperation, startServiceUnderTest, type ServiceUnderTest } from '@bindery/testing';
import { AgentTaskRepository } from '../../src/tasks/agent-task.repository';
import { AgentTasksConsumer } from '../../src/tasks/agent-tasks.consumer';

let status: ChangeRequestStatus;
const fakes = [
  fakeOperation(changeRequestRefs.resolveChangeRequest, ({ body }) => ({ id: body.changeRequest, status })),
];

let service: ServiceUnderTest;
beforeAll(async () => (service = await startServiceUnderTest('ai-jobs', { fakes })));
afterAll(() => service.close());

it.each([
  ['completed', 'merged'],
  ['started', 'open'],
] as const)('a task is %s once the event of its change request is handled, which is %s by then', async (is, isNow) => {
  const [organization, space, task, changeRequest] = [newId(), newId(), newId(), newId()];
  const [tasks, consumer] = [service.app.get(AgentTaskRepository), service.app.get(AgentTasksConsumer)];
  await tasks.insert({
    ...{ id: task, organizationId: organization, clusterId: null, spaceId: space },
    ...{ title: 'Explain it', description: '', instructions: { nodes: [] } as never },
  });
  status = isNow;
  const event = { organization, actor: newId(), payload: { space, changeRequest, agentTask: task } };
  const created = event as unknown as EventEnvelope<ChangeRequestChanged & { agentTask: string }>;
  const handle = (work: () => Promise<void>) => service.app.get(Database).transaction(work);
  if (isNow === 'merged') await handle(() => consumer.merged(created));
  await handle(() => consumer.created(created));
  expect(await tasks.find(organization, task)).toMatchObject({ status: is, changeRequestId: changeRequest });
});
