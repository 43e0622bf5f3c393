import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationIssue } from '@bindery/contracts';
import {
  conversationOf,
  Conversations,
  createServiceOrganization,
  seededRandom,
  type TestOrganization,
} from '@bindery/testing';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
const random = seededRandom(seed);

/** Questions of users, each with the topic that a user sorted it under. */
const labelled = readFileSync(join(__dirname, 'labelled-conversations.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line, index) => {
    const [topic, subject, message] = line.split('\t') as [string, string, string];
    return { id: String(index), topic, ...(subject && { subject }), messages: [message] };
  });
const topics = new Set(labelled.map(({ topic }) => topic));

/** Each said a second after the one before, so that they are looked through in this order. */
const inTurn = (said: typeof labelled) =>
  said.map((one, index) =>
    conversationOf({ ...one, createdAt: new Date(Date.now() - 3_600_000 + index * 1000).toISOString() }),
  );

const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

let world: TestOrganization;
let conversations: Conversations;
beforeEach(async () => {
  world = await createServiceOrganization('ai-jobs');
  conversations = new Conversations(world);
});
afterEach(() => world.close());

/** The topics of the issues of each cluster. Issues in none count as wrong, so this is less than the usual purity. */
function purityOf(issues: ConversationIssue[], topicOf: (issue: ConversationIssue) => string) {
  const clusters = new Map<string, Map<string, number>>();
  for (const issue of issues) {
    if (!issue.cluster) continue;
    const counts = clusters.get(issue.cluster) ?? new Map<string, number>();
    clusters.set(issue.cluster, counts.set(topicOf(issue), (counts.get(topicOf(issue)) ?? 0) + 1));
  }
  const right = [...clusters.values()].reduce((sum, counts) => sum + Math.max(...counts.values()), 0);
  return { purity: right / issues.length, clusters: clusters.size };
}

/** By the text, which no two conversations share. */
async function measured() {
  const byText = new Map(labelled.map(({ topic, messages }) => [messages[0]!, topic]));
  const rows = await world.records.query<{ id: string; text: string }>(
    `select i.id, c.parts -> 0 ->> 'body' as text from ai_jobs.issue i join ai_jobs.conversation c on c.id = i.conversation_id
     where i.organization_id = $1`,
    [world.organization],
  );
  const topicOf = new Map(rows.map(({ id, text }) => [id, byText.get(text)!]));
  return purityOf(await conversations.issues(), ({ id }) => topicOf.get(id)!);
}

it(`puts ${labelled.length} conversations about ${topics.size} topics together as a user does (seed ${seed})`, async () => {
  expect(labelled.length).toBeGreaterThanOrEqual(500);
  await conversations.ingest(inTurn(shuffled(labelled)));
  const { purity, clusters } = await measured();
  process.stdout.write(
    `${labelled.length} conversations, ${topics.size} topics: purity ${purity.toFixed(3)}, ${clusters} clusters\n`,
  );
  expect(purity).toBeGreaterThanOrEqual(0.8);
  expect(clusters).toBeLessThanOrEqual(2 * topics.size);
});

it('leaves issues where they are when others come', async () => {
  const order = shuffled(labelled);
  const parts = 4;
  let before = new Map<string, string>();
  for (let part = 0; part < parts; part++) {
    const size = Math.ceil(order.length / parts);
    await conversations.ingest(inTurn(order.slice(part * size, (part + 1) * size)));
    const issues = await conversations.issues();
    const now = new Map(issues.flatMap(({ id, cluster }) => (cluster ? [[id, cluster] as const] : [])));
    // The one reason to move is that a whole cluster became part of another.
    const moved = new Map<string, Set<string | undefined>>();
    for (const [id, cluster] of before) moved.set(cluster, (moved.get(cluster) ?? new Set()).add(now.get(id)));
    for (const to of moved.values()) expect(to.size).toBe(1);
    before = now;
  }
  const { purity, clusters } = await measured();
  process.stdout.write(`In ${parts} parts: purity ${purity.toFixed(3)}, ${clusters} clusters\n`);
  expect(purity).toBeGreaterThanOrEqual(0.75);
  // The first issues are clustered when little is known, and stay: there may be more clusters than for all at once.
  expect(clusters).toBeLessThanOrEqual(2.5 * topics.size);
});

(long ? it : it.skip)('ingests 10,000 conversations in linear time', async () => {
  const words = [...new Set(labelled.flatMap(({ messages }) => messages[0]!.split(' ')))];
  const some = () => words[Math.floor(random() * words.length)]!;
  const seconds: number[] = [];
  for (let thousand = 0; thousand < 10; thousand++) {
    const batch = Array.from({ length: 1000 }, (_, n) => {
      const { subject, messages } = labelled[Math.floor(random() * labelled.length)]!;
      const text = `${messages[0]!} ${some()} ${some()} ${some()}.`;
      return conversationOf({ id: `${thousand}-${n}`, ...(subject && { subject }), messages: [text] });
    });
    const begun = performance.now();
    await conversations.ingest(batch);
    seconds.push((performance.now() - begun) / 1000);
  }
  const total = seconds.reduce((sum, part) => sum + part, 0);
  process.stdout.write(
    `10,000 conversations in ${total.toFixed(1)} s, by thousands: ${seconds.map((s) => s.toFixed(1)).join(' ')}\n`,
  );
  const [count] = await world.records.query<{ count: number }>(
    `select count(*)::int as count from ai_jobs.conversation where organization_id = $1 and processed_at is not null`,
    [world.organization],
  );
  expect(count).toEqual({ count: 10_000 });
});
