import fc, { type Arbitrary } from 'fast-check';
import { allEndpoints } from '@bindery/contracts';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { newOrganization } from '../contract/identity-examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { OpenApiDocument, type Operation } from './openapi-document';
import { plansOf, requestOf, type RequestPlan } from './request-plans';
import { SchemaArbitraries } from './schema-arbitraries';

const long = process.env.BINDERY_TEST === 'long';
const seed = Number(process.env.BINDERY_SEED ?? 1);
/** In the short form every tenth operation, others with each seed. */
const chosen = allEndpoints()
  .map(({ name }) => name)
  .filter((_, index) => long || index % 10 === seed % 10);
/** The long form can be cut to try it out. */
const requests = Number(process.env.BINDERY_FUZZ ?? (long ? 100_000 : 400));
const each = Math.ceil(requests / chosen.length);

jest.setTimeout(3_600_000);

let world: TestOrganization;
let document: OpenApiDocument;
let ids: Arbitrary<string>;
let values: SchemaArbitraries;
const examples = new Map<string, Example>();
const answered = new Map<number, number>();

beforeAll(async () => {
  world = await createTestOrganization();
  document = await OpenApiDocument.of(world.platform);
  for (const name of chosen) examples.set(name, await exampleFor(name));
  const { organization, other, admin, reader, otherAdmin } = world;
  const known = [organization, other, admin.id, reader.id, otherAdmin.id, ...[...examples.values()].flatMap(idsIn)];
  ids = fc.oneof(fc.constantFrom(...new Set(known)), fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/));
  values = new SchemaArbitraries(document.schemas, ids);
});
afterAll(() => world.close());

/** The possible ids of objects in an example. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[A-Za-z0-9_-]{12,}$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

it.each(chosen)('%s', async (name) => {
  const operation = document.operations.find((one) => one.name === name)!;
  const property = fc.asyncProperty(plansOf(operation, values, ids), (plan) => judge(operation, plan));
  const { failed, errorInstance, counterexamplePath } = await fc.check(property, { seed, numRuns: each });
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}\n${String(errorInstance)}`);
});

it('has had requests that succeeded, and such that were refused', () => {
  const share = (from: number, below: number) => {
    const counted = [...answered].filter(([status]) => status >= from && status < below);
    return counted.reduce((sum, [, count]) => sum + count, 0) / [...answered.values()].reduce((sum, one) => sum + one);
  };
  if (long) console.log(Object.fromEntries(answered));
  expect(share(200, 300)).toBeGreaterThan(0.15);
  expect(share(400, 500)).toBeGreaterThan(0.15);
});

/** Operations that end an organization, or close it for all but one identity provider, are called on a separate one. */
const changesOrganization = new Set(['deleteOrganizationById', 'updateOrganizationById']);

async function exampleFor(name: string): Promise<Example> {
  const made = await example(world, name);
  return changesOrganization.has(name) ? { ...made, params: { organizationId: await newOrganization(world) } } : made;
}

/** Texts that reveal internals of the platform. */
const inside =
  /\bat [\w.<>]+ \(|\.(ts|js|mjs):\d+|node_modules|QueryFailed|SQLSTATE|violates|syntax error at|TypeError/;

/** Sends a request and throws what is wrong with its answer. */
async function judge(operation: Operation, plan: RequestPlan): Promise<void> {
  const { name, method } = operation;
  if (changesOrganization.has(name)) plan = { ...plan, params: { organizationId: { own: true } } };
  const known = examples.get(name) ?? (await exampleFor(name));
  examples.set(name, known);
  const { path, body, headers } = requestOf(operation, plan, known);
  const token = plan.caller === 'anonymous' ? undefined : world[plan.caller].token;
  let response: Response;
  try {
    response = await fetch(`${world.platform.baseUrl}/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    });
  } catch (error) {
    // Values that are invalid in a header are not sent.
    if (error instanceof TypeError && error.cause === undefined) return fc.pre(false);
    throw error;
  }
  const { status } = response;
  const text = await response.text();
  answered.set(status, (answered.get(status) ?? 0) + 1);
  // An object that a request has changed is made anew for the next one.
  if (status < 300 && method !== 'GET') examples.delete(name);
  const deliberate = status === 503 && response.headers.has('retry-after');
  const errors = status === 304 ? [] : document.answerErrors(name, response, text);
  if (status >= 500 && !deliberate) errors.push('it failed');
  if (status >= 400 && inside.test(text)) errors.push('it tells of its inside');
  if (errors.length > 0)
    throw new Error(
      `${plan.caller}: ${method} ${path.slice(0, 500)}\n${JSON.stringify(headers)} ${(body ?? '').slice(0, 3_000)}\n` +
        `→ ${status} ${text.slice(0, 500)}\n${errors.slice(0, 5).join('\n')}`,
    );
}
