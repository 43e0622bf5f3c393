import { setTimeout as sleep } from 'node:timers/promises';
import type {
  GitSyncState,
  ImportRun,
  IntegrationEvent,
  IntegrationEventDetail,
  OpenAPISpec,
  Page,
} from '@bindery/contracts';
import { ended, install, newSlug, publish, putSpec } from '@bindery/testing';
import { synchronised } from '../git/git-world';
import type { TestOrganization } from '../support/test-organization';

/**
 * Every way by which a tenant has the platform read an address that the tenant names, with the file that requests it. New code
 * that does so needs a row here.
 */
export const sinkFiles = {
  'the source of a specification': 'apps/content/src/openapi/openapi.worker.ts',
  'the repository of an import': 'apps/content/src/interchange/imports/open-source.ts',
  'the repository that a space comes from': 'apps/content/src/interchange/git/git-import.ts',
  'the repository that a space goes to': 'apps/content/src/interchange/git/git-branch.ts',
  'a file that is put into a space': 'apps/content/src/drafts/edits/prepared-change.ts',
  'an address that is looked up': 'apps/integrations/src/requests/embeds.controller.ts',
  'what an address in a page stands for': 'apps/integrations/src/requests/embeds.controller.ts',
  'the tunnel of an integration in development': 'apps/integrations/src/events/integration-client.ts',
  'what the script of an integration fetches': 'apps/integrations/src/runtime/egress-proxy.ts',
} as const;
export type SinkName = keyof typeof sinkFiles;

/** Other code that uses the network, and why no tenant chooses its address. */
export const notSinks: Record<string, string> = {
  'apps/content/src/interchange/imports/git-program.ts': 'runs git, with addresses that git-clone.ts has checked',
  'libs/service/src/processes/end-with-parent.ts': 'runs a shell that ends processes',
  'libs/service/src/processes/workers/worker-process.ts':
    'programs of ours work on what they are sent: they open nothing',
  'apps/content/src/storage/store/chunk.repository.ts': 'calls a parameter that is named fetch',
  'apps/gateway/src/http/http-server.ts': 'listens',
  'apps/identity/src/domains/domain-ownership.ts': 'asks the resolver for a TXT record, and connects to nothing',
  'apps/integrations/src/runtime/egress-proxy.ts':
    'listens on a socket that scripts alone reach, besides its row above',
  'apps/integrations/src/runtime/process-folder.ts': 'asks ps about a process',
  'apps/integrations/src/runtime/remote-runtime.ts': 'asks the runtime that the operator names',
  'apps/integrations/src/runtime/script-host.ts': 'listens on a socket of its own',
  'apps/integrations/src/runtime/workerd-process.ts': 'runs scripts, whose network is the egress proxy',
  'apps/sites/src/renderer/revalidate-renderer.ts': 'RENDERER_URL is set by operators',
  'apps/sites/src/hostnames/dns-lookup.ts': 'asks the resolver for a CNAME record, and connects to nothing',
  'apps/sites/src/web/look/script.ts': 'runs in the browser, and asks the site itself',
  'apps/sites/src/web/look/search-script.ts': 'runs in the browser, and asks the site itself',
  'apps/web/src/api/use-uploads.ts': 'runs in the browser, and asks the platform itself',
  'apps/web/src/api/client.ts': 'runs in the browser, and asks the platform itself',
  'apps/web/src/features/editor/content-files.ts': 'runs in the browser, and asks the platform itself',
  'apps/web/src/features/exchange/wait-for-file.ts': 'runs in the browser, and asks the platform itself',
  'apps/web/src/ui/icon-names.ts': 'runs in the browser, and asks the platform itself',
  'libs/mail/src/folder-mailer.ts': 'MAIL_URL is set by operators',
  'libs/mail/src/smtp-mailer.ts': 'MAIL_URL is set by operators',
  'libs/models/src/capped-fetch.ts': 'MODEL_URL and LIBRETRANSLATE_URL are set by operators',
  'libs/models/src/openai-model.ts': 'MODEL_URL is set by operators',
  'libs/observability/src/health-server.ts': 'listens',
  'libs/observability/src/metrics-server.ts': 'listens',
  'libs/observability/src/otlp-tracing.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT is set by operators',
  'libs/storage/src/s3-storage.ts': 'STORAGE_URL is set by operators',
};

/** Gives the platform an address, and returns all that the tenant can read about it afterwards. */
export type ReadAddress = (url: string) => Promise<string>;

/** Those ways, as the administrator of a world's first organization goes them. */
export async function urlSinks(world: TestOrganization): Promise<Record<SinkName, ReadAddress>> {
  const { api, admin, organization } = world;
  const { token } = admin;
  const inOrganization = { token, params: { organizationId: organization } };
  const space = await api.expect<{ id: string }>('createSpace', { ...inOrganization, body: { title: 'Reads' } });
  const inSpace = { token, params: { spaceId: space.id } };
  const repository = async (direction: 'import' | 'export', url: string) =>
    operationOf(await synchronised(world, direction, space.id, { url, ref: 'refs/heads/main' }));
  const tunnelled = await installed(world, 'export default { fetch: () => new Response("OK") };');
  const fetching = await installed(world, fetches);
  return {
    'the source of a specification': async (url) => errorsOf(await putSpec(world, newSlug(), { url })),
    'the repository of an import': async (url) => {
      const body = { source: { type: 'git', url }, target: { title: 'Imported' } };
      const run = await ended(world, (await api.expect<ImportRun>('startImport', { ...inOrganization, body })).id);
      return JSON.stringify([run.status, run.problems]);
    },
    'the repository that a space comes from': (url) => repository('import', url),
    'the repository that a space goes to': (url) => repository('export', url),
    'a file that is put into a space': async (url) => {
      const body = { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', url }] }] };
      return JSON.stringify(await answered(api.call('updateSpaceContent', { ...inSpace, body })));
    },
    'what an address in a page stands for': async (url) =>
      JSON.stringify(await answered(api.call('getEmbedByUrlInSpace', { ...inSpace, query: { url } }))),
    'an address that is looked up': async (url) =>
      JSON.stringify(await answered(api.call('getEmbedByUrl', { token, query: { url } }))),
    'the tunnel of an integration in development': async (url) => {
      const params = { integrationName: tunnelled.integrationName };
      await api.expect('setIntegrationDevelopmentMode', { token, params, body: { tunnelUrl: url } });
      const seen = (await lastEvent(world, params))?.id;
      const status = (await fetch(endpointOf(world, tunnelled))).status;
      return JSON.stringify([status, await logsOfNext(world, params, seen)]);
    },
    'what the script of an integration fetches': async (url) =>
      (await fetch(`${endpointOf(world, fetching)}?to=${encodeURIComponent(url)}`)).text(),
  };
}

const fetches = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  const answer = await fetch(new URL(event.request.url).searchParams.get('to')).catch((error) => new Response(String(error)));
  return new Response(answer.status + ' ' + await answer.text());
} };`;

type TestInstallation = Awaited<ReturnType<typeof install>>;

const installed = async (world: TestOrganization, script: string): Promise<TestInstallation> =>
  install(world, await publish(world, { script }));

const endpointOf = ({ platform }: TestOrganization, { integrationName, installationId }: TestInstallation): string =>
  `${platform.baseUrl}/integrations/${integrationName}/installations/${installationId}/`;

const errorsOf = ({ lastProcessErrorCode, lastProcessedErrors }: OpenAPISpec): string =>
  JSON.stringify([lastProcessErrorCode, lastProcessedErrors]);

const operationOf = ({ operation }: GitSyncState): string => JSON.stringify([operation!.state, operation!.error]);

async function answered(call: Promise<{ status: number; body: unknown }>): Promise<unknown[]> {
  const { status, body } = await call;
  return [status, body];
}

async function lastEvent({ api, admin }: TestOrganization, params: { integrationName: string }) {
  const request = { token: admin.token, params };
  return (await api.expect<Page<IntegrationEvent>>('listIntegrationEvents', request)).items[0];
}

/** The log of the event after the known one; the test's own timeout ends the wait. */
async function logsOfNext(
  world: TestOrganization,
  params: { integrationName: string },
  known?: string,
): Promise<string[]> {
  for (;;) {
    const event = await lastEvent(world, params);
    if (event && event.id !== known) {
      const request = { token: world.admin.token, params: { ...params, eventId: event.id } };
      const { trace } = await world.api.expect<IntegrationEventDetail>('getIntegrationEvent', request);
      if (trace.logs.length > 0) return trace.logs.map(({ message = '' }) => message);
    }
    await sleep(20);
  }
}
