import { setTimeout as sleep } from 'node:timers/promises';
import { endpointOf, pathOf, type ApiRequest } from '@bindery/testing';

/** The outcome of a mutation, as its client saw it. */
export interface Mutation {
  kind: Kind;
  /** A word that stands in what it makes and nowhere else. */
  marker: string;
  /** The `Idempotency-Key` of every attempt. */
  key: string;
  attempts: number;
  /** The id in the answer, once there was one that said that it is done. */
  acknowledged?: { id: string };
}

interface LoadOptions {
  baseUrl: string;
  token: string;
  organization: string;
  integrationName: string;
  clients: number;
  /** How many mutations are sent in all. */
  count: number;
  random: () => number;
}

interface Client {
  number: number;
  /** A space that no other client edits. */
  space: string;
}

type Call = Pick<ApiRequest, 'params' | 'body'> & { operation: string };
type Make = (marker: string, client: Client, organization: string, integrationName: string) => Call;

/** Every kind of mutation is one call that makes one thing with the marker in it. */
const kinds = {
  team: (title, _, organizationId) => ({
    operation: 'createOrganizationTeam',
    params: { organizationId },
    body: { title },
  }),
  space: (title, _, organizationId) => ({ operation: 'createSpace', params: { organizationId }, body: { title } }),
  collection: (title, _, organizationId) => ({
    operation: 'createCollection',
    params: { organizationId },
    body: { title },
  }),
  site: (title, _, organizationId) => ({ operation: 'createSite', params: { organizationId }, body: { title } }),
  comment: (markdown, { space: spaceId }) => ({
    operation: 'postCommentInSpace',
    params: { spaceId },
    body: { body: { markdown } },
  }),
  proposal: (subject, { space: spaceId }) => ({
    operation: 'createChangeRequest',
    params: { spaceId },
    body: { subject },
  }),
  page: (title, { space: spaceId }) => ({
    operation: 'updateSpaceContent',
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', title, document: { markdown: `What ${title} says.` } }] },
  }),
  term: (en, _, organizationId) => ({
    operation: 'updateGlossaryEntries',
    params: { organizationId },
    body: { operations: [{ type: 'insert', translations: { en } }] },
  }),
  task: (marker, _, __, integrationName) => ({
    operation: 'queueIntegrationTask',
    params: { integrationName },
    body: { task: { marker }, schedule: 86_400 },
  }),
} satisfies Record<string, Make>;

export type Kind = keyof typeof kinds | 'merge';
/** More of what has the longest way to go. */
const drawn: Kind[] = ['page', 'page', 'merge', ...(Object.keys(kinds) as Kind[])];

/** Milliseconds after which a request without an answer counts as one that hangs. */
const patience = 45_000;

/** Clients that change objects, each one after the other, and record the answers. */
export class Load {
  readonly history: Mutation[] = [];
  /** Answers that no fault excuses. */
  readonly strange: string[] = [];
  acknowledged = 0;
  private asked = 0;

  constructor(private readonly options: LoadOptions) {}

  async run(): Promise<void> {
    const { clients, count } = this.options;
    const all = Array.from({ length: clients }, async (_, number) => {
      const client: Client = { number, space: await this.spaceOf(number) };
      while (this.asked < count) await this.step(client, this.asked++);
    });
    await Promise.all(all);
  }

  private async spaceOf(number: number): Promise<string> {
    const title = `own${number}`;
    const call = kinds.space(title, { number, space: '' }, this.options.organization);
    return (await this.insist('space', title, call)).acknowledged!.id;
  }

  private async step(client: Client, number: number): Promise<void> {
    const { random, organization, integrationName } = this.options;
    const kind = drawn[Math.floor(random() * drawn.length)]!;
    const marker = `mark${number}x`;
    const givesUp = random() < 0.05;
    if (kind === 'merge') return this.merge(client, marker);
    await this.insist(kind, marker, (kinds[kind] as Make)(marker, client, organization, integrationName), givesUp);
  }

  /** A page by way of a change request: three mutations, of which the last makes it visible. */
  private async merge({ space: spaceId }: Client, title: string): Promise<void> {
    const proposal: Call = { operation: 'createChangeRequest', params: { spaceId }, body: { subject: `${title}p` } };
    const { acknowledged } = await this.insist('proposal', `${title}p`, proposal);
    const params = { spaceId, changeRequestId: acknowledged!.id };
    const changes = [{ operation: 'insert_page', title, document: { markdown: `What ${title} says.` } }];
    await this.attempt({ operation: 'updateChangeRequestContent', params, body: { changes } }, `${title} edit`);
    await this.insist('merge', title, { operation: 'mergeChangeRequest', params, body: {} });
  }

  /** Repeats a call until it is done, or with `givesUp` until the first attempt without an answer. */
  private async insist(kind: Kind, marker: string, call: Call, givesUp = false): Promise<Mutation> {
    const mutation: Mutation = { kind, marker, key: `key ${kind} ${marker}`, attempts: 0 };
    this.history.push(mutation);
    const answer = await this.attempt(call, mutation.key, givesUp, () => mutation.attempts++);
    if (answer === undefined) return mutation;
    mutation.acknowledged = { id: (answer as { id?: string } | null)?.id ?? '' };
    this.acknowledged++;
    return mutation;
  }

  /** The answer of the first attempt that succeeds; undefined when the client gives up before. */
  private async attempt(call: Call, key: string, givesUp = false, count = () => 0): Promise<unknown> {
    const { baseUrl, token } = this.options;
    const endpoint = endpointOf(call.operation);
    for (;;) {
      count();
      const begun = Date.now();
      try {
        const response = await fetch(`${baseUrl}/v1${pathOf(endpoint, call)}`, {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(call.body),
          signal: AbortSignal.timeout(patience),
        });
        const text = await response.text();
        if (response.ok || hasHappened(response.status, text)) return response.ok && text ? JSON.parse(text) : null;
        if (!isPassing(response.status, text)) this.strange.push(`${call.operation}: ${response.status} ${text}`);
      } catch (error) {
        if (Date.now() - begun >= patience) this.strange.push(`${call.operation} hung: ${String(error)}`);
      }
      if (givesUp) return undefined;
      await sleep(100 + Math.random() * 200);
    }
  }
}

/** A merge of which the answer was lost: it says so itself. */
const hasHappened = (status: number, text: string): boolean => status === 409 && /merged/.test(text);

/** Whether an answer may occur during an outage: unavailable, too late, or an earlier attempt is still under way. */
const isPassing = (status: number, text: string): boolean =>
  status === 503 || status === 504 || (status === 409 && /still running/.test(text));
