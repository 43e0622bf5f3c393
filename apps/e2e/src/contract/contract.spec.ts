import {
  allBatches,
  allEndpoints,
  allInternal,
  isMutation,
  PageQuery,
  templateIds,
  type Endpoint,
} from '@bindery/contracts';
import { openApiDocument } from '@bindery/gateway';
import { pathOf, until } from '@bindery/testing';
import { Client } from 'pg';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { CostRecorder } from '../costs/cost-recorder';
import type { Example } from './example';
import { example, requireExamples } from './examples';
import { answersHavePublicShapes } from './public-shapes';

const named = allEndpoints().map((endpoint) => [endpoint.name, endpoint] as const);
const mutations = named.filter(([, endpoint]) => isMutation(endpoint));
const withBody = named.filter(([, endpoint]) => endpoint.body);
const withParams = named.filter(([, { path }]) => path.includes(':'));
const lists = named.filter(([, { query }]) => query && new query() instanceof PageQuery);
// One error, in the place of the same one in each of thousands of tests.
requireExamples(named.map(([name]) => name));

const isLong = process.env.BINDERY_TEST === 'long';

/** Parameters that name what the operation makes. */
const givesName = new Set(['publishIntegration integrationName', 'createOrUpdateOpenAPISpecBySlug specSlug']);

/** Operations that have more to do since others have merged. */
const isOutdated = new Set(['updateChangeRequest']);

const hostileIds = [
  '-',
  "'; drop table space; --",
  'ü',
  '%00',
  '..%2F..%2Fetc',
  'a'.repeat(1500),
  'constructor',
  '__proto__',
];
const malformedBodies = ['{', '[]', '"text"', '{"a":', '\u0000', '{"__proto__": {"admin": true}}x'];
const wrongPositions = [
  { limit: 1001 },
  { limit: -1 },
  { limit: '1.5' },
  { limit: 'many' },
  { page: 'nonsense' },
  { page: '' },
];

interface Parameter {
  name: string;
  required: boolean;
  schema: object;
}

/** In the short form one of them, another each time; across the operations all of them come up. */
function some<T>(values: T[]): T[] {
  if (isLong) return values;
  turn += 1;
  return [values[turn % values.length]!];
}
let turn = 0;

let world: IsolatedPlatform;
let database: Client | undefined;
let made: Record<string, Example>;
const costs = new CostRecorder();

// Some loops try many things on one operation, and every operation needs something made first.

beforeAll(async () => {
  world = await startIsolatedPlatform({ ORGANIZATION_BILLING: 'yearly', ORGANIZATION_BLOCKED: 'Moved' });
  database = new Client({ connectionString: world.platform.adminUrl });
  await database.connect();
  made = {};
  costs.start();
  const names = named.map(([name]) => name);
  // A few at a time, as many of them wait for something that is done in the background.
  const makeThem = async () => {
    for (let name = names.pop(); name; name = names.pop()) made[name] = await example(world, name);
  };
  await Promise.all([makeThem(), makeThem(), makeThem(), makeThem()]);
  // Hundreds of objects, on a machine that may have more to do.
});
afterAll(async () => {
  await database?.end();
  await world.close();
});

describe('the registry', () => {
  it('has each operation, and each method and path, once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
    expect(new Set(named.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(
      named.length,
    );
  });

  it('has exactly one handler for each operation, public or internal, and each batch, in the service that it names', () => {
    const answered = Object.values(world.platform.services).flatMap(({ name, subjects }) =>
      subjects.map((subject) => ({ name, subject })),
    );
    const owed = [...allEndpoints(), ...allInternal(), ...allBatches()].map(({ service, subject }) => ({
      name: service,
      subject,
    }));
    const sorted = (list: typeof owed) => [...list].sort((a, b) => (a.subject < b.subject ? -1 : 1));
    expect(sorted(answered as typeof owed)).toEqual(sorted(owed));
  });

  it('is documented: every operation with its parameters and an answer', () => {
    const { paths } = openApiDocument('http://bindery.test', '1') as {
      paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
    };
    const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(named.map(([name]) => name).sort());
    for (const { operationId, parameters } of documented) {
      // Parameters with a default may be left out.
      expect(parameters.filter(({ required, schema }) => required && 'default' in schema)).toEqual([]);
      const { path } = named.find(([name]) => name === operationId)![1];
      for (const [, name] of path.matchAll(/:(\w+)/g))
        expect(parameters.map((parameter) => parameter.name)).toContain(name);
    }
  });
});

it('lists in the OpenAPI document the locks of a space, and the templates', () => {
  const { components } = openApiDocument('http://bindery.test', '1') as {
    components: { schemas: Record<string, { properties: Record<string, { description: string; anyOf?: object[] }> }> };
  };
  const { Space, CreateSpace, ApplyTemplate } = components.schemas;
  for (const { properties } of [Space!, CreateSpace!])
    expect(properties.editMode!.description).toMatch(
      /`locked`: the content changes only through change requests\. Direct edits/,
    );
  expect(ApplyTemplate!.properties.id!.anyOf![0]).toMatchObject({ enum: [...templateIds] });
});

describe('every operation', () => {
  it.each(named)(
    '%s answers a caller without a token with 401, unless what it is about is open to all',
    async (_, endpoint) => {
      const { status, headers } = await call(endpoint, made[endpoint.name]!, { token: undefined });
      if (endpoint.anonymous) expect([401, endpoint.status]).toContain(status);
      else expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    },
  );

  it.each(named)('%s refuses a token that is not valid', async (_, endpoint) => {
    expect((await call(endpoint, made[endpoint.name]!, { token: 'bnd_user_nobody' })).status).toBe(401);
  });

  it.each(withParams)('%s does not know unknown ids', async (_, endpoint) => {
    const example = made[endpoint.name]!;
    for (const name of Object.keys(example.params ?? {})) {
      if (givesName.has(`${endpoint.name} ${name}`)) continue;
      for (const id of ['nobodyKnowsThisId00000', ...some(hostileIds)]) {
        const path = pathOf(endpoint, { ...example, params: { ...example.params, [name]: 'PLACEHOLDER' } }).replace(
          'PLACEHOLDER',
          id.startsWith('%') || id.includes('%2F') ? id : encodeURIComponent(id),
        );
        const { status } = await world.api.send(endpoint.method, path, { ...example, token: world.admin.token });
        // A DELETE of what is not there is no error.
        expect({ name, id, status }).toEqual({
          name,
          id,
          status: endpoint.method === 'DELETE' && status === 204 ? 204 : status === 400 ? 400 : 404,
        });
      }
    }
  });

  it.each(withParams)("%s does not show or touch another organization's objects", async (_, endpoint) => {
    const example = made[endpoint.name]!;
    const { status } = await call(endpoint, example, { token: world.otherAdmin.token });
    expect(status).toBe(endpoint.method === 'DELETE' ? 204 : 404);
  });

  it.each(withBody)('%s refuses a malformed body with 400', async (_, endpoint) => {
    const example = made[endpoint.name]!;
    for (const body of some(malformedBodies)) {
      const { status, body: answer } = await call(endpoint, { ...example, body }, {});
      expect({ body, status, answer }).toMatchObject({ body, status: 400, answer: { error: { code: 400 } } });
    }
  });

  it.each(withBody)('%s names every field of a wrong type', async (_, endpoint) => {
    const example = made[endpoint.name]!;
    // In the short form every third of them.
    const fields = Object.keys((example.body ?? {}) as object).filter((_, index) => isLong || index % 3 === 0);
    for (const field of fields) {
      const { status, body } = await call(
        endpoint,
        { ...example, body: { ...(example.body as object), [field]: [[{ wrong: 1 }]] } },
        {},
      );
      expect({ field, status }).toEqual({ field, status: 400 });
      const { details } = (body as { error: { details: { field: string }[] } }).error;
      expect(details.some((detail) => detail.field.startsWith(`body.${field}`))).toBe(true);
    }
  });

  it.each(lists)('%s checks limit and page', async (_, endpoint) => {
    for (const query of some(wrongPositions)) {
      const example = made[endpoint.name]!;
      const { status, body } = await call(endpoint, { ...example, query: { ...example.query, ...query } }, {});
      expect({ query, status }).toEqual({ query, status: 400 });
      const { details } = (body as { error: { details: { field: string }[] } }).error;
      expect(details.map(({ field }) => field)).toContain(`query.${Object.keys(query)[0]}`);
    }
  });

  it.each(lists)('%s answers how many there are, and no items, for a limit of 0', async (name, endpoint) => {
    const example = made[name]!;
    const ask = (limit: number) => call(endpoint, { ...example, query: { ...example.query, limit } }, {});
    const { status, body } = await ask(0);
    expect({ status, body }).toMatchObject({ status: 200, body: { items: [] } });
    expect(body).not.toHaveProperty('next');
    const { count } = (await ask(1)).body as { count?: number };
    expect((body as { count?: number }).count).toBe(count);
  });

  it('refuse positions that were made up', async () => {
    let forged = 0;
    for (const [name, endpoint] of lists) {
      const example = made[name]!;
      const ask = (query: object) =>
        call(endpoint, { ...example, query: { ...example.query, limit: 1, ...query } }, {});
      const { next } = (await ask({})).body as { next?: { page: string } };
      if (!next) continue;
      const [scope, count] = JSON.parse(Buffer.from(next.page, 'base64url').toString()) as unknown[];
      for (const [value, id] of [
        ['x', 'x'],
        ['\0', 'x'],
        ['1', '\0'],
      ]) {
        const page = Buffer.from(JSON.stringify([scope, count, value, id])).toString('base64url');
        const { status } = await ask({ page });
        expect({ name, value, id, isServerError: status >= 500 }).toMatchObject({ isServerError: false });
        forged++;
      }
    }
    expect(forged).toBeGreaterThan(10);
  });

  it.each(named.filter(([, { method, streams }]) => method === 'GET' && !streams))(
    '%s answers 304 for what the caller has already',
    async (_, endpoint) => {
      const example = made[endpoint.name]!;
      const first = await world.api.call(endpoint.name, { ...example, token: world.admin.token });
      expect(first.status).toBe(200);
      const tag = first.headers.get('etag')!;
      expect(first.headers.get('cache-control')).toBe(
        endpoint.immutable ? 'private, immutable, max-age=31536000' : 'private, no-cache',
      );
      const again = await call(endpoint, example, { headers: { 'if-none-match': tag } });
      costs.note(endpoint.name, again.headers);
      expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: undefined });
    },
  );
});

describe('every mutation', () => {
  it.each(mutations)(
    '%s heeds If-Match, leaves its audit row, and is done once under one Idempotency-Key',
    async (name, endpoint) => {
      // All calls before were refused, so that it is as it was made.
      const fresh = isOutdated.has(name) ? await example(world, name) : made[name]!;
      const before = await auditRows(name);
      if (endpoint.method === 'PATCH' || endpoint.method === 'PUT') {
        const stale = { ...fresh, token: world.admin.token, headers: { 'if-match': '"999999-x"' } };
        expect((await world.api.call(name, stale)).status).toBe(412);
      }
      const request = { ...fresh, token: world.admin.token, headers: { 'idempotency-key': `once ${name}` } };
      const first = await world.api.call(name, request);
      expect(first.status).toBeLessThan(300);
      costs.note(name, first.headers);
      await until(async () => (await auditRows(name)) > before);
      const second = await world.api.call(name, request);
      if (endpoint.secret) return expect(second.status).toBe(409);
      expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
      const other = await world.api.call(name, {
        ...request,
        query: { different: 'yes' },
        ...(endpoint.body && { body: { ...(fresh.body as object), different: 1 } }),
      });
      expect(other.status).toBe(422);
    },
  );
});

it('has had a successful call of every operation', async () => {
  // A POST that only reads is in none of the loops above.
  for (const [name, { method, streams }] of named) {
    if ((method === 'GET' && !streams) || world.api.answers.has(name)) continue;
    const { headers } = await world.api.call(name, { ...made[name], token: world.admin.token });
    if (!streams) costs.note(name, headers);
  }
  expect(named.map(([name]) => name).filter((name) => !world.api.answers.has(name))).toEqual([]);
});

it('takes no more messages and statements for any operation than operation-costs.json says', () => {
  expect(costs.excess).toEqual([]);
  // Streaming operations still work after their headers, so they have no known cost.
  expect(costs.known).toEqual(named.flatMap(([name, { streams }]) => (streams ? [] : [name])).sort());
});

describe('the public shape of the answer', () => answersHavePublicShapes(() => world));

function call(endpoint: Endpoint, example: Example, change: { token?: string; headers?: Record<string, string> }) {
  const token = 'token' in change ? change.token : world.admin.token;
  return world.api.send(endpoint.method, pathOf(endpoint, example), {
    body: example.body,
    headers: change.headers,
    token,
  });
}

async function auditRows(action: string): Promise<number> {
  const { rows } = await database!.query<{ count: number }>(
    'select count(*)::int as count from identity.audit_event where action = $1',
    [action],
  );
  return rows[0]!.count;
}
