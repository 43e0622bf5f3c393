import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@bindery/persistence';
import type {
  AgentTask,
  Conversation,
  ConversationsIssuesCluster,
  GlossaryEntry,
  IssueInConversation,
  Page,
  Translation,
} from '@bindery/contracts';
import { paragraph } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';

type Maker = (world: TestOrganization, known: { spaceId: string }) => Example | Promise<Example>;

const as = ({ admin, organization }: TestOrganization) => ({
  token: admin.token,
  params: { organizationId: organization },
});

/** Asks a list until it holds something; the test's own timeout ends the wait. */
async function first<T>(world: TestOrganization, operation: string, before?: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const { items } = await world.api.expect<Page<T>>(operation, as(world));
    if (items[0]) return items[0];
    await before?.();
    await sleep(100);
  }
}

const conversation = (id: string) => ({
  id,
  subject: 'Home page shows no logo',
  parts: [
    {
      type: 'message',
      role: 'user',
      body: 'The home page of the documentation shows no logo, what do I have to mind?',
    },
  ],
  metadata: { url: 'https://support.example.com/1', attributes: { plan: 'free' } },
});

/** Conversations that are about the page of the example space. */
async function ingest(world: TestOrganization): Promise<void> {
  const body = [1, 2, 3].map(() => conversation(newId()));
  await world.api.expect('ingestConversation', { ...as(world), body });
}

const within =
  (name: string, find: (world: TestOrganization) => Promise<string>): Maker =>
  async (world) => ({ params: { organizationId: world.organization, [name]: await find(world) } });

const inOrganization: Maker = ({ organization }) => ({ params: { organizationId: organization } });
const instructions = paragraph('Be brief.');

async function translation(world: TestOrganization, spaceId: string): Promise<string> {
  const body = { language: 'de', source: { space: spaceId, language: 'en' }, automatic: false };
  return (await world.api.expect<Translation>('createTranslation', { ...as(world), body })).id;
}

const withTranslation: Maker = async (world, { spaceId }) => ({
  params: { organizationId: world.organization, translationId: await translation(world, spaceId) },
});

/** A run that no worker takes up for an hour. */
const waitingRun: Maker = async (world, { spaceId }) => {
  const [translationId, runId] = [await translation(world, spaceId), newId()];
  await world.records.query(
    `insert into ai_jobs.job (id, kind, organization_id, input, run_after)
     values ($1, 'translation', $2, $3, now() + interval '1 hour')`,
    [runId, world.organization, JSON.stringify({ translation: translationId })],
  );
  return { params: { organizationId: world.organization, translationId, runId } };
};

async function glossaryEntry(world: TestOrganization): Promise<string> {
  const operations = [{ type: 'insert', translations: { en: 'widget', de: 'Bauteil' } }];
  await world.api.expect('updateGlossaryEntries', { ...as(world), body: { operations } });
  return (await first<GlossaryEntry>(world, 'listGlossaryEntries')).id;
}

const agentTask = async (world: TestOrganization): Promise<string> =>
  (await first<AgentTask>(world, 'listAgentTasks', () => ingest(world))).id;

/** A list that holds something. */
const listOf =
  (make: (world: TestOrganization) => Promise<string>): Maker =>
  async (world, known) => {
    await make(world);
    return inOrganization(world, known);
  };

/** A change request with the conversation of an agent. */
const withConversation: Maker = async (world, { spaceId }) => {
  const { token } = world.admin;
  const { id } = await world.api.expect<{ id: string }>('createChangeRequest', {
    token,
    params: { spaceId },
    body: {},
  });
  await world.records.query(
    `insert into ai_jobs.change_request_conversation (change_request_id, id, organization_id, space_id, title)
     values ($1, 'default', $2, $3, 'Draft')`,
    [id, world.organization, spaceId],
  );
  return { params: { spaceId, changeRequestId: id, conversationId: 'default' } };
};

export const aiJobsExamples: Record<string, Maker> = {
  getOrganizationAgentInstructions: inOrganization,
  updateOrganizationAgentInstructions: (world, known) => ({
    ...(inOrganization(world, known) as Example),
    body: { instructions },
  }),

  listTranslations: inOrganization,
  createTranslation: (world, { spaceId }) => ({
    params: { organizationId: world.organization },
    body: { language: 'fr', source: { space: spaceId, language: 'en' }, instructions, automatic: false },
  }),
  getTranslation: withTranslation,
  updateTranslation: async (world, known) => ({
    ...(await withTranslation(world, known)),
    body: { instructions, automatic: false },
  }),
  deleteTranslation: withTranslation,
  runTranslation: withTranslation,
  listTranslationRuns: withTranslation,
  getTranslationRun: waitingRun,
  cancelTranslationRun: waitingRun,
  askInOrganization: ({ organization }) => ({
    params: { organizationId: organization },
    body: { query: 'What is at home?' },
  }),
  streamAskInOrganization: ({ organization }) => ({
    params: { organizationId: organization },
    query: { query: 'What is at home?' },
  }),
  getRecommendedQuestionsInOrganization: inOrganization,
  streamRecommendedQuestionsInOrganization: inOrganization,
  listGlossaryEntries: listOf(glossaryEntry),
  updateGlossaryEntries: (world) => ({
    params: { organizationId: world.organization },
    body: { operations: [{ type: 'insert', translations: { en: 'page', de: 'Seite' } }] },
  }),
  getGlossaryEntry: within('glossaryEntryId', glossaryEntry),

  ingestConversation: ({ organization }) => ({
    params: { organizationId: organization },
    body: conversation(newId()),
  }),
  listConversations: inOrganization,
  getConversationById: within(
    'conversationId',
    async (world) => (await first<Conversation>(world, 'listConversations', () => ingest(world))).id,
  ),
  listConversationsIssues: inOrganization,
  getConversationIssueById: within(
    'issueId',
    async (world) => (await first<IssueInConversation>(world, 'listConversationsIssues', () => ingest(world))).issue.id,
  ),
  listConversationsIssuesClusters: inOrganization,
  getConversationsIssuesCluster: within(
    'clusterId',
    async (world) =>
      (await first<ConversationsIssuesCluster>(world, 'listConversationsIssuesClusters', () => ingest(world))).id,
  ),
  listAgentTasks: listOf(agentTask),
  getAgentTask: within('agentTaskId', agentTask),
  listChangeRequestConversations: async (world, known) => {
    const { params } = await withConversation(world, known);
    return { params: { spaceId: params!.spaceId!, changeRequestId: params!.changeRequestId! } };
  },
  updateChangeRequestConversation: async (world, known) => ({
    ...(await withConversation(world, known)),
    body: { title: 'What the agent wrote' },
  }),
  deleteChangeRequestConversation: withConversation,
  updateAgentTask: async (world) => ({
    params: {
      organizationId: world.organization,
      agentTaskId: await agentTask(world),
    },
    body: { status: 'canceled' },
  }),
};
