import type { ServerResponse } from 'node:http';
import { OpenApiSchedule } from '@bindery/content';
import type { OpenAPISpec, OpenAPISpecContent } from '@bindery/contracts';
import { createOwnWorld, type OwnWorld } from '../support/world';
import { newSlug, petStore, processed, putSpec, SpecificationServer } from './support';

jest.setTimeout(120_000);

let world: OwnWorld;
let server: SpecificationServer;
/** A server that nobody may reach. */
let inner: SpecificationServer;
beforeAll(async () => {
  world = await createOwnWorld({ OUTBOUND_ALLOW: '127.0.0.2' });
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

  it('is fetched again when it is asked for and when it is time', async () => {
    let version = 1;
    let fetches = 0;
    server.routes['/changing.json'] = (_, response) => {
      fetches++;
      response.end(JSON.stringify(petStore(`${version}`)));
    };
    const schedule = world.platform.services.content.app.get(OpenApiSchedule);
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
      ['PARSE_ERROR', 'is at another origin than the specification'],
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

/** Sends without end, as fast as it is read. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(256 * 1024)));
  };
  response.on('drain', more);
  more();
}
