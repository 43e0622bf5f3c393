import type { ServerResponse } from 'node:http';
import {
  type CustomFont,
  type OpenAPISpec,
  type OpenAPISpecContent,
  type OpenAPISpecVersion,
  type Page,
} from '@bindery/contracts';
import { JobQueue } from '@bindery/jobs';
import {
  newSlug,
  petStore,
  processed,
  putSpec,
  type ServiceOrganization,
  SpecificationServer,
  sql,
  startServiceOrganization,
  until,
  uploadFont,
} from '@bindery/testing';
import { Purge } from '../../src/lifecycle/spaces/purge';
import { SweepWorker } from '../../src/lifecycle/sweep/sweep.worker';
import { OpenApiSchedule } from '../../src/openapi/openapi-schedule';

let world: ServiceOrganization;
let server: SpecificationServer;
/** An internal server, which the platform may not reach. */
let inner: SpecificationServer;
beforeAll(async () => {
  world = await startServiceOrganization('content', {
    settings: { OUTBOUND_ALLOW: '127.0.0.2', OPENAPI_VERSIONS: '3' },
  });
  server = await new SpecificationServer('127.0.0.2').start();
  inner = await new SpecificationServer('127.0.0.1').start();
});
afterAll(async () => {
  await server.stop();
  await inner.stop();
  await world.close();
});

const fetched = (url: string): Promise<OpenAPISpec> => putSpec(world, newSlug(), { url });
const errorsOf = ({ lastProcessErrorCode, lastProcessedErrors }: OpenAPISpec) => [
  lastProcessErrorCode,
  ...(lastProcessedErrors ?? []).map(({ message }) => message),
];

describe('a specification with an address', () => {
  it('is fetched with the files of the same origin that it refers to', async () => {
    const models = server.serve('/models.yaml', 'Pet: {type: object}\n');
    const url = server.serve('/api/openapi.json', {
      ...petStore(),
      components: { schemas: { Pet: { $ref: '../models.yaml#/Pet' }, Owner: { type: 'object' } } },
    });
    const spec = await fetched(url);
    expect([spec.sourceURL, spec.lastProcessErrorCode]).toEqual([url, undefined]);
    const { filesystem } = await world.api.expect<OpenAPISpecContent>('getLatestOpenAPISpecVersionContent', {
      token: world.admin.token,
      params: { organizationId: world.organization, specSlug: spec.slug },
    });
    expect((filesystem as { filename: string }[]).map(({ filename }) => filename)).toEqual([url, models]);
  });

  it('shows what it can of a file that is not there, and rather what was read before of one that is away', async () => {
    const withModels = (name: string) => ({
      ...petStore(),
      components: { schemas: { Pet: { $ref: `${name}#/Pet` }, Owner: { type: 'object' } } },
    });
    const missing = await fetched(server.serve('/missing.json', withModels('nowhere.yaml')));
    expect([missing.lastVersion, ...errorsOf(missing)]).toEqual([
      expect.any(String),
      undefined,
      expect.stringContaining('nowhere.yaml: The server answered 404'),
    ]);
    server.serve('/away.yaml', 'Pet: {type: object}\n');
    const url = server.serve('/whole.json', withModels('away.yaml'));
    const { slug, lastVersion } = await fetched(url);
    server.routes['/away.yaml'] = (_, response) => response.writeHead(503).end();
    const again = await putSpec(world, slug, { url });
    expect([again.lastVersion, ...errorsOf(again)]).toEqual([
      lastVersion,
      'FETCH_ERROR',
      expect.stringContaining('away.yaml: The server answered 503'),
    ]);
  });

  it('is fetched again when it is asked for and when it is time', async () => {
    let version = 1;
    let fetches = 0;
    server.routes['/changing.json'] = (_, response) => {
      fetches++;
      response.end(JSON.stringify(petStore(`${version}`)));
    };
    const schedule = world.platform.service.app.get(OpenApiSchedule);
    const { slug, lastVersion } = await fetched(server.url('/changing.json'));
    version++;
    await schedule.run(new Date(Date.now() + 359 * 60_000));
    const asked = await putSpec(world, slug, { url: server.url('/changing.json') });
    expect([fetches, asked.lastVersion !== lastVersion]).toEqual([2, true]);
    version++;
    await schedule.run(new Date(Date.now() + 361 * 60_000));
    let again = asked;
    while (again.lastVersion === asked.lastVersion) again = await processed(world, slug);
    expect(fetches).toBe(3);
  });

  it.each([
    [
      'a status',
      (response: ServerResponse) => response.writeHead(500).end(),
      ['FETCH_ERROR', 'The server answered 500'],
    ],
    [
      'no text',
      (response: ServerResponse) => response.end(Buffer.from([0xff, 0xfe, 0x80])),
      ['PARSE_ERROR', 'is not text in UTF-8'],
    ],
    ['too much', endless, ['FETCH_ERROR', 'The answer is too large']],
    [
      'a redirect to a private address',
      (response: ServerResponse) => response.writeHead(302, { location: inner.url('/') }).end(),
      ['FETCH_ERROR', 'The address is not public or does not exist'],
    ],
    [
      'a file of another origin',
      (response: ServerResponse) =>
        response.end(JSON.stringify({ ...petStore(), paths: { '/a': { $ref: inner.url('/a') } } })),
      [undefined, 'is at another origin than the specification'],
    ],
  ])('is told of %s', async (name, route, [code, message]) => {
    const path = `/${encodeURIComponent(name)}`;
    server.routes[path] = (_, response) => route(response);
    expect(errorsOf(await fetched(server.url(path)))).toEqual([code, expect.stringContaining(message!)]);
    expect(inner.connections).toBe(0);
  });

  it('gives nothing away about private addresses', async () => {
    const addresses = [
      inner.url('/'),
      'http://127.0.0.1:1/',
      'http://2130706433/',
      'http://[::ffff:127.0.0.1]/',
      'http://no.invalid/',
    ];
    const told = await Promise.all(addresses.map(fetched));
    expect(new Set(told.map((spec, n) => errorsOf(spec).join().replaceAll(new URL(addresses[n]!).href, '')))).toEqual(
      new Set(['FETCH_ERROR,: The address is not public or does not exist']),
    );
    expect(inner.connections).toBe(0);
  });
});

describe('processing', () => {
  const waiting = async () =>
    (await sql(world, `select from content.job where kind = 'openapi' and state = 'pending'`)).length;

  /** A specification whose server answers the first request when the test says so, and all others at once. */
  async function stuck() {
    const slug = newSlug();
    const responses: ServerResponse[] = [];
    const answer = (response = responses[0]!) => void response.end(JSON.stringify(petStore()));
    server.routes[`/${slug}`] = (_, response) => {
      if (responses.push(response) > 1) answer(response);
    };
    const params = { organizationId: world.organization, specSlug: slug };
    const body = { source: { url: server.url(`/${slug}`) } };
    await world.api.expect('createOrUpdateOpenAPISpecBySlug', { token: world.admin.token, params, body });
    await until(async () => responses.length === 1);
    const { processingState } = await world.api.expect<OpenAPISpec>('getOpenAPISpecBySlug', {
      token: world.admin.token,
      params,
    });
    expect(processingState).toBe('progress');
    return { slug, answer, requests: () => responses.length };
  }

  it('goes on elsewhere when its process stops', async () => {
    const { slug, requests } = await stuck();
    await world.platform.service.stop();
    await world.platform.service.restart();
    expect((await processed(world, slug)).lastProcessErrorCode).toBeUndefined();
    expect(requests()).toBe(2);
  });

  it('is taken over from a process that has died', async () => {
    const { slug, requests } = await stuck();
    // The state after a killed process: a lease that no process renews.
    await sql(
      world,
      `update content.job set worker = 'killed', lease_until = now() - interval '1 second' where kind = 'openapi' and state = 'running'`,
    );
    expect((await processed(world, slug)).lastProcessErrorCode).toBeUndefined();
    expect(requests()).toBe(2);
  });

  it('ends when no worker does it any more', async () => {
    const { id, slug } = await fetched(server.serve('/abandoned.json', petStore()));
    await sql(world, `update content.openapi_spec set processing_state = 'progress' where id = $1`, [id]);
    await world.platform.service.app.get(OpenApiSchedule).run();
    expect(errorsOf(await processed(world, slug))).toEqual(['PARSE_ERROR', 'The specification could not be processed']);
  });

  it('shows how far it is, and ends when it is cancelled', async () => {
    const { slug, answer } = await stuck();
    const [job] = await sql<{ id: string; progress: object }>(
      world,
      `select id, progress from content.job where kind = 'openapi' and state = 'running'`,
    );
    expect(job!.progress).toEqual({ stage: 'fetching', files: 0 });
    const { app } = world.platform.service;
    expect(await app.get(JobQueue).cancel(job!.id)).toBe(true);
    answer();
    await app.get(OpenApiSchedule).run();
    expect(errorsOf(await processed(world, slug))).toEqual(['PARSE_ERROR', 'Processing was cancelled']);
    const url = server.serve('/again.json', petStore());
    expect((await putSpec(world, slug, { url })).lastProcessErrorCode).toBeUndefined();
    const [last] = await sql<{ progress: object }>(
      world,
      `select progress from content.job where kind = 'openapi' and state = 'completed' order by ended_at desc limit 1`,
    );
    expect(last!.progress).toEqual({ stage: 'storing', files: 1, pages: 3 });
  });

  it('takes the source that was put last', async () => {
    const { slug, answer } = await stuck();
    const url = server.serve('/last.json', petStore('last'));
    const last = putSpec(world, slug, { url });
    await until(async () => (await waiting()) === 1);
    answer();
    expect((await last).sourceURL).toBe(url);
    const { items } = await world.api.expect<Page<OpenAPISpecVersion>>('listOpenAPISpecVersions', {
      token: world.admin.token,
      params: { organizationId: world.organization, specSlug: slug },
    });
    expect(items).toHaveLength(1);
    const { pathname, search } = new URL(items[0]!.url);
    expect(await (await fetch(`${world.platform.baseUrl}${pathname}${search}`)).json()).toEqual(petStore('last'));
  });
});

it('has as many versions as are kept, and an event for each thing that becomes of it', async () => {
  const slug = newSlug();
  for (const version of ['1', '2', '3', '4']) await putSpec(world, slug, { text: JSON.stringify(petStore(version)) });
  const { id } = await putSpec(world, slug, { text: 'nothing' });
  const request = { token: world.admin.token, params: { organizationId: world.organization, specSlug: slug } };
  const { items } = await world.api.expect<Page<OpenAPISpecVersion>>('listOpenAPISpecVersions', request);
  expect(items).toHaveLength(3);
  await world.api.expect('deleteOpenAPISpecBySlug', request);
  const events = await sql<{ type: string; said: object }>(
    world,
    `select envelope ->> 'type' as type, envelope -> 'payload' as said from content.outbox
     where envelope ->> 'aggregate' = $1 and envelope ->> 'type' like 'content.openapi_spec.%' order by id`,
    [id],
  );
  const changed = { spec: id, slug };
  const updated = { ...changed, specVersion: expect.any(String) as string };
  const failed = { ...changed, code: 'PARSE_ERROR', message: 'openapi is not an object' };
  expect(events.map(({ type, said }) => [type.split('.').at(-1), said])).toEqual([
    ['created', changed],
    ...Array.from({ length: 4 }, () => ['updated', updated]),
    ['failed', failed],
    ['deleted', changed],
  ]);
});

describe('what a specification leaves', () => {
  const service = () => world.platform.service.app;
  const sweep = async () => {
    for (const table of ['stored_file', 'document'])
      await sql(world, `update content.${table} set touched_at = touched_at - interval '2 days'`);
    await sql(world, `update content.sweep set due_at = now()`);
    while (await service().get(SweepWorker).schedule());
    await until(
      async () =>
        (await sql(world, `select from content.job where kind = 'sweep' and state in ('pending', 'running')`))
          .length === 0,
    );
  };
  const rowsOf = async (table: 'stored_file' | 'document', organization: string) =>
    (await sql(world, `select from content.${table} where organization_id = $1`, [organization])).length;
  const filesOf = (organization: string) => rowsOf('stored_file', organization);

  it('is kept as long as it is there, and removed with it', async () => {
    const organization = await world.records.organization();
    const admin = await world.records.user({ [organization]: 'admin' });
    const own = { ...world, organization, admin };
    const slug = newSlug();
    await putSpec(own, slug, { text: JSON.stringify(petStore()) });
    await sweep();
    expect([await filesOf(organization), await rowsOf('document', organization)]).toEqual([2, 3]);
    const params = { organizationId: organization, specSlug: slug };
    const request = { token: admin.token, params };
    await world.api.expect('getLatestOpenAPISpecVersionContent', request);
    await world.api.expect('deleteOpenAPISpecBySlug', request);
    await sweep();
    expect([await filesOf(organization), await rowsOf('document', organization)]).toEqual([0, 0]);
  });

  it('includes the fonts of an organization, as long as they are there', async () => {
    const organization = await world.records.organization();
    const admin = await world.records.user({ [organization]: 'admin' });
    const own = { ...world, organization, admin };
    const request = { token: admin.token, params: { organizationId: organization } };
    const storageKey = await uploadFont(own);
    const font = await world.api.expect<CustomFont>('createCustomFont', {
      ...request,
      body: { fontFamily: 'House', fontFaces: [{ weight: 400, storageKey }] },
    });
    await world.api.expect('createSpace', { ...request, body: { title: 'Spare' } });
    await sweep();
    expect(await filesOf(organization)).toBe(1);
    await world.api.expect('deleteCustomFont', { ...request, params: { ...request.params, fontId: font.id } });
    await sweep();
    expect(await filesOf(organization)).toBe(0);
  });

  it('goes with its organization', async () => {
    const organization = await world.records.organization();
    const admin = await world.records.user({ [organization]: 'admin' });
    const slug = newSlug();
    const { id } = await putSpec({ ...world, organization, admin }, slug, { text: JSON.stringify(petStore()) });
    const request = { token: admin.token, params: { organizationId: organization, specSlug: slug } };
    await world.api.expect('updateOpenAPISpecBySlug', { ...request, body: { visibility: 'public' } });
    const published = async () => (await fetch(`${world.platform.baseUrl}/openapi/${id}`)).status;
    expect(await published()).toBe(200);
    await world.api.expect('deleteOrganizationById', { token: admin.token, params: { organizationId: organization } });
    await until(async () => (await published()) === 404);
    while (
      await service()
        .get(Purge)
        .run(new Date(Date.now() + 8 * 24 * 3_600_000))
    );
    expect(await sql(world, `select from content.openapi_spec where organization_id = $1`, [organization])).toEqual([]);
  });
});

/** Sends without end, as fast as it is read. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(256 * 1024)));
  };
  response.on('drain', more);
  more();
}
