import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { IntegrationEvent, IntegrationEventPayload, IntegrationInstallation, Page } from '@bindery/contracts';
import { until } from '../api/until';
import type { TestOrganization } from '../organization/test-organization';

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The manifest of an integration of the first organization. */
export const manifest = ({ organization }: TestOrganization) => ({
  title: 'Example',
  description: 'Does nothing',
  summary: '# Example',
  icon: onePixel,
  previewImages: [onePixel],
  visibility: 'private',
  scopes: ['space:content:read', 'space:metadata:read'],
  categories: ['other'],
  blocks: [{ id: 'card', title: 'Card', urlUnfurl: ['https://cards.example.com'] }],
  contentSources: [{ id: 'source', title: 'Source', configuration: { componentId: 'source' } }],
  configurations: {
    account: { properties: { key: { type: 'string', title: 'Key', default: 'none' } }, required: ['key'] },
    space: { properties: { depth: { type: 'number' } } },
    site: { componentId: 'settings' },
  },
  externalLinks: [{ url: 'https://example.com/', label: 'Example' }],
  contentSecurityPolicy: { 'default-src': "'none'" },
  script: 'export default { fetch: () => new Response("OK") };',
  secrets: { KEY: 'value' },
  organization,
});

const run = randomBytes(4).toString('hex');
let made = 0;

/** A name that no other integration of the test has. */
export const freshName = (): string => `test-${run}-${++made}`;

/** Publishes an integration, by default of the first organization; answers its name. */
export async function publish(
  world: TestOrganization,
  change: object = {},
  name = freshName(),
  token = world.admin.token,
): Promise<string> {
  await world.api.expect('publishIntegration', {
    token,
    params: { integrationName: name },
    body: { ...manifest(world), ...change },
  });
  return name;
}

/** Installs an integration on an organization, by default the first; answers the parameters of its operations. */
export async function install(
  { api, admin, organization }: TestOrganization,
  integrationName: string,
  { token = admin.token, on = organization } = {},
) {
  const request = { token, params: { integrationName }, body: { organization: on } };
  const { id } = await api.expect<IntegrationInstallation>('installIntegration', request);
  return { integrationName, installationId: id };
}

/** Gives an installation a configuration, which is an event. */
export const configure = ({ api, admin }: TestOrganization, params: Record<string, string>, key: string) =>
  api.expect('updateIntegrationInstallation', { token: admin.token, params, body: { configuration: { key } } });

/** A token that acts for an installation. */
export async function tokenOf({ api, admin }: TestOrganization, params: Record<string, string>): Promise<string> {
  const { token } = await api.expect<{ token: string }>('createIntegrationInstallationToken', {
    token: admin.token,
    params,
  });
  return token;
}

/** The events of an integration, newest first, once there are so many. */
export async function eventsOf({ api, admin }: TestOrganization, integrationName: string, count: number) {
  let items: IntegrationEvent[] = [];
  await until(async () => {
    const request = { token: admin.token, params: { integrationName } };
    ({ items } = await api.expect<Page<IntegrationEvent>>('listIntegrationEvents', request));
    return items.length >= count;
  });
  return items;
}

/** A request that arrived at a tunnel. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  path: string;
  body: Buffer;
  event: IntegrationEventPayload;
  environment: {
    integration: Record<string, unknown>;
    installation?: { id: string; configuration: object };
    secrets: Record<string, string>;
    signingSecrets: Record<string, string>;
    apiEndpoint: string;
    apiTokens: { integration: string; installation?: string };
  };
}

/** A server that takes events, as a developer's tunnel does. */
export class Tunnel {
  readonly received: Delivery[] = [];
  /** The status that it answers to an event. */
  answer: (event: IntegrationEventPayload) => number | Promise<number> = () => 200;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Tunnel> {
    const server = createServer();
    const tunnel = new Tunnel(server);
    server.on('request', (request, response) => {
      void buffer(request).then(async (body) => {
        const form = await new Response(body, {
          headers: { 'content-type': request.headers['content-type']! },
        }).formData();
        const [event, environment] = ['event', 'environment'].map(
          (name) => JSON.parse(String(form.get(name))) as never,
        );
        const delivery: Delivery = {
          ...{ headers: request.headers, path: request.url!, body },
          ...{ event: event!, environment: environment! },
        };
        tunnel.received.push(delivery);
        response.writeHead(await tunnel.answer(delivery.event)).end('OK');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return tunnel;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Sends the events of an integration to a tunnel. */
export async function develop({ api, admin }: TestOrganization, integrationName: string, tunnel: Tunnel, all = false) {
  const request = { token: admin.token, params: { integrationName }, body: { tunnelUrl: tunnel.url, all } };
  await api.expect('setIntegrationDevelopmentMode', request);
}
