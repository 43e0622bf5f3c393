import { setTimeout as sleep } from 'node:timers/promises';
import { allEndpoints, type ChangeRequest, type Site, type Space } from '@bindery/contracts';
import { ApiCaller, endpointOf, pathOf, TestRecords, type ApiRequest, type TestUser } from '@bindery/testing';
import { PROCESSES, type ProcessName } from '@bindery/launcher';
import { Cluster, signal } from './cluster';
import { Ingress } from './ingress';
import { eventually } from './kill';
import { Ledger } from './ledger';

const long = process.env.BINDERY_TEST === 'long';
/** The processes that are restarted under load, and how often. */
const renewed: readonly ProcessName[] = long ? PROCESSES : ['content'];
const rounds = long ? 3 : 1;
const requests = Number(process.env.BINDERY_REQUESTS ?? (long ? 50_000 : 300));
/** Milliseconds without NATS. */
const withoutNats = Number(process.env.BINDERY_WITHOUT_NATS ?? (long ? 600_000 : 2_000));
/** Milliseconds between the end of a gateway's turn in the ingress and its SIGTERM: `preStop` of the manifests, shorter. */
const preStop = 500;
/** Few clients with pauses, in milliseconds: more would take the CPU time that a new process needs to start on a busy machine. */
const [clientCount, pause] = long ? [8, 0] : [3, 20];

if (long) jest.setTimeout(3_600_000);

let cluster: Cluster;
let records: TestRecords;
let admin: TestUser;
let organization: string;
let api: ApiCaller;
let calls: [operation: string, request: ApiRequest][];

beforeAll(async () => {
  const replicas = Object.fromEntries(renewed.map((name) => [name, 2]));
  cluster = await Cluster.start({ replicas });
  records = await TestRecords.connect(cluster);
  organization = await records.organization('Outages');
  admin = await records.user({ [organization]: 'admin' });
  await records.close();
  api = new ApiCaller(cluster.baseUrl);
  calls = await callsOfAllServices();
});
afterAll(() => cluster.stop());

const asAdmin = () => ({ token: admin.token, params: { organizationId: organization } });

/** Something of every service, with what is composed of several, and what takes longer than the rest. */
async function callsOfAllServices(): Promise<typeof calls> {
  const { token, params } = asAdmin();
  const { id: spaceId } = await api.expect<Space>('createSpace', { token, params, body: { title: 'Read' } });
  const { id: siteId } = await api.expect<Site>('createSite', {
    token,
    params,
    body: { title: 'Site', spaces: [spaceId] },
  });
  const inSpace = { spaceId };
  const proposal = { token, params: inSpace, body: { subject: 'Proposal' } };
  const { id: changeRequestId } = await api.expect<ChangeRequest>('createChangeRequest', proposal);
  return [
    ['getAuthenticatedUser', {}],
    ['listMembersInOrganizationById', { params }],
    ['createOrganizationTeam', { params, body: { title: 'Team' } }],
    ['getSpaceById', { params: inSpace }],
    ['listPages', { params: inSpace }],
    ['listSpacesInOrganizationById', { params }],
    ['searchOrganizationContent', { params, query: { query: 'read' } }],
    ['createCollection', { params, body: { title: 'Collection' } }],
    ['getChangeRequestById', { params: { ...inSpace, changeRequestId } }],
    ['postCommentInSpace', { params: inSpace, body: { body: { markdown: 'Said' } } }],
    ['listSites', { params }],
    ['getSiteStructure', { params: { ...params, siteId } }],
    ['listOrganizationIntegrations', { params }],
    ['listGlossaryEntries', { params }],
    ['publishSite', { params: { ...params, siteId } }],
    ['duplicateSpace', { params: inSpace }],
    ['mergeChangeRequest', { params: { ...inSpace, changeRequestId }, body: {} }],
  ];
}

/** One answer: its status, and how long after the deadline of its operation it came (negative: before), in milliseconds. */
async function timed([operation, request]: (typeof calls)[number], baseUrl = cluster.baseUrl) {
  const endpoint = endpointOf(operation);
  const begun = performance.now();
  const response = await fetch(`${baseUrl}/v1${pathOf(endpoint, request)}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const took = performance.now() - begun;
  const late = took - (endpoint.timeout ?? 8_000);
  return { operation, status: response.status, took, late, ...(!response.ok && { text: text.slice(0, 200) }) };
}

/** Every call once, at the same time; what is neither done nor refused for the outage, and the times that count. */
async function allAtOnce(outage: string) {
  const answers = await Promise.all(calls.map((call) => timed(call)));
  const late = answers.filter(({ status }) => status === 504).map(({ late }) => late);
  const refused = answers.filter(({ status }) => status === 503).map(({ took }) => took);
  console.log(
    `${outage}: ${late.length} answers 504, the last ${Math.round(Math.max(0, ...late))} ms after its deadline; ` +
      `${refused.length} answers 503, the last after ${Math.round(Math.max(0, ...refused))} ms`,
  );
  return answers;
}

const isExcused = ({ status }: { status: number }): boolean => status < 500 || status === 503 || status === 504;

it('gives every operation at most 10 s, and 30 s to those that are known to take longer', () => {
  const longer = allEndpoints().filter(({ timeout = 0 }) => timeout > 10_000);
  // A transfer rewrites all content for its new owner, however much there is.
  const transfers = ['transferSpace', 'transferCollection'];
  // A model takes its time to answer.
  const answers = ['askInOrganization', 'streamAskInOrganization', 'streamAskInSite'];
  const longest = longer.filter(({ timeout }) => timeout! > 30_000).map(({ name }) => name);
  expect(longest.sort()).toEqual([...answers, ...transfers].sort());
});

const halted = long ? ([...PROCESSES.slice(1), 'nats'] as const) : (['content'] as const);

it.each(halted)('ends every request at its deadline while %s hangs', async (name) => {
  const pids = name === 'nats' ? [cluster.natsPid] : cluster.of(name).map(({ pid }) => pid);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  try {
    const answers = await allAtOnce(`${name} hangs`);
    expect(answers.filter((answer) => !isExcused(answer))).toEqual([]);
    expect(answers.some(({ status }) => status === 504)).toBe(true);
    // A bound for what hangs on a machine that may have more to do; the figures are printed.
    expect(answers.filter(({ late }) => late > 10_000)).toEqual([]);
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT');
  }
  await cluster.healed();
});

it('says 503 at once for a service that is not there', async () => {
  await eventually(async () => ((await timed(calls[13]!)).status === 200 ? true : undefined));
  // Until NATS notices that no process listens any more, a request is lost and waits for its deadline.
  for (;;) {
    for (const { pid } of cluster.of('ai-jobs')) signal(pid, 'SIGKILL');
    await sleep(100);
    const { status, took } = await timed(calls[13]!);
    console.log(`ai-jobs is missing: ${status} after ${Math.round(took)} ms`);
    if (status === 503) break;
  }
  await cluster.healed();
});

it(`heals by itself after ${withoutNats / 1_000} s without NATS`, async () => {
  await cluster.endNats('SIGKILL');
  // A request that is under way when the connection breaks waits for its answer, which may come over the next connection.
  const gateway = cluster.of('gateway')[0]!;
  while (await cluster.isReady(gateway)) await sleep(20);
  const refused = await allAtOnce('NATS is away');
  expect(refused.map(({ status }) => status)).toEqual(calls.map(() => 503));
  await sleep(withoutNats);
  await cluster.startNats();
  await cluster.healed();
  await eventually(async () => ((await timed(calls[2]!)).status < 300 ? true : undefined));
  const ledger = await Ledger.open(cluster);
  while ((await ledger.openEvents()).length > 0) await sleep(250);
  await ledger.close();
});

it(`fails none of ${requests} requests while ${renewed.join(', ')} are renewed`, async () => {
  const ingress = await Ingress.before(cluster.of('gateway').map(({ port }) => port));
  const shortest = calls.filter(([operation]) => !/merge|duplicate|publish/.test(operation));
  const failed: unknown[] = [];
  let asked = 0;
  let renewing = true;
  const clients = Array.from({ length: clientCount }, async () => {
    while (renewing || asked < requests) {
      const answer = await timed(shortest[asked++ % shortest.length]!, ingress.baseUrl).catch(
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      );
      if (typeof answer === 'string' || answer.status >= 400) failed.push(answer);
      await sleep(pause);
    }
  });
  for (let round = 0; round < rounds; round++)
    for (const replica of cluster.replicas.filter(({ process }) => renewed.includes(process))) {
      const isGateway = replica.process === 'gateway';
      if (isGateway) ingress.serve(replica.port, false);
      if (isGateway) await sleep(preStop);
      await cluster.renew(replica);
      if (isGateway) ingress.serve(replica.port, true);
    }
  renewing = false;
  await Promise.all(clients);
  ingress.close();
  console.log(`${asked} requests, ${failed.length} failed`);
  expect(failed).toEqual([]);
});
