import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAPISpec } from '@bindery/contracts';
import type { TestOrganization } from '../organization/test-organization';

/** A small specification with a tag, a webhook and two models. */
export const petStore = (version = '1.0.0') => ({
  openapi: '3.1.0',
  info: { title: 'Pet store', version },
  tags: [
    { name: 'everything', description: 'All of it.' },
    { name: 'pet', 'x-parent': 'everything', 'x-page-icon': 'dog', 'x-page-description': 'Pets are amazing!' },
  ],
  paths: {
    '/pets': {
      get: {
        tags: ['pet'],
        operationId: 'listPets',
        summary: 'List pets',
        responses: { 200: { description: 'Pets' } },
      },
      post: {
        tags: ['pet'],
        summary: 'Add a pet',
        responses: {
          201: {
            description: 'Added',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/secret': { get: { 'x-internal': true, responses: { 200: { description: 'Hidden' } } } },
  },
  webhooks: { newPet: { post: { tags: ['pet'], responses: { 200: { description: 'Thanks' } } } } },
  components: {
    schemas: {
      Pet: { type: 'object', properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: { type: 'object' },
    },
  },
});

/** An entry of `SUMMARY.md`: the pages of a specification, with a page of its models where `models`. */
export const computedPages = (spec: string, models = true): string => `* \`\`\`yaml
  type: builtin:openapi
  props:
    models: ${models}
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: ${spec}
  \`\`\`
`;

let made = 0;
export const newSlug = () => `spec-${process.pid}-${++made}`;

/** Puts a specification and waits until it has been processed. */
export async function putSpec(world: TestOrganization, slug: string, source: object): Promise<OpenAPISpec> {
  const params = { organizationId: world.organization, specSlug: slug };
  await world.api.expect('createOrUpdateOpenAPISpecBySlug', { token: world.admin.token, params, body: { source } });
  return processed(world, slug);
}

/** The specification when its source has been processed; the test's own timeout ends the wait. */
export async function processed({ api, admin, organization }: TestOrganization, slug: string): Promise<OpenAPISpec> {
  for (;;) {
    const params = { organizationId: organization, specSlug: slug };
    const spec = await api.expect<OpenAPISpec>('getOpenAPISpecBySlug', { token: admin.token, params });
    if (spec.processingState === 'complete') return spec;
    await sleep(50);
  }
}

export const textOf = (value: object) => ({ text: JSON.stringify(value) });

/** A server of specifications on this machine, with a count of connections. */
export class SpecificationServer {
  readonly routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {};
  connections = 0;
  private readonly server: Server;

  constructor(readonly host = '127.0.0.1') {
    this.server = createServer((request, response) => {
      const route = this.routes[request.url ?? ''];
      if (route) route(request, response);
      else response.writeHead(404).end();
    });
    this.server.on('connection', () => this.connections++);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, this.host, resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  url(path: string): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Answers the path with a text, or with JSON. */
  serve(path: string, content: string | object): string {
    this.routes[path] = (_, response) => response.end(typeof content === 'string' ? content : JSON.stringify(content));
    return this.url(path);
  }
}
