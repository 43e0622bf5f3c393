import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { platformHosts, portProblem, readConfig } from '@bindery/config';
import { allEndpoints, anonymous, eventConsumers, hostnameCalls, rateLimits } from '@bindery/contracts';
import { Keyring, Nats, RequestSigner, RpcClient, StreamKeeper, type LocalServices } from '@bindery/messaging';
import {
  createLogger,
  Metrics,
  nestLogger,
  portOf,
  startMetricsServer,
  startTracing,
  type ReadyChecks,
} from '@bindery/observability';
import { Storage, StorageModule } from '@bindery/storage';
import { AppController } from './app/app.controller';
import { IconsController } from './app/icons.controller';
import { BodySpill } from './api/body-spill';
import { Forwarder } from './api/forward';
import { routesOf } from './api/routes';
import { AuthGuard } from './auth/auth.guard';
import { Callers } from './auth/callers';
import { OwnPages } from './auth/own-pages';
import { Principals } from './auth/principals';
import { ScopeGuard } from './auth/scope.guard';
import { ForeignObjectLoader } from './composition/foreign-object-loader';
import { Composer } from './composition/composer';
import { DocumentsController } from './documents/documents.controller';
import { FilesController } from './files/files.controller';
import { GATEWAY_CONFIG, gatewaySettings, type GatewayConfig } from './gateway.config';
import { HomeController } from './home/home.controller';
import { ErrorFilter } from './http/error.filter';
import { allAddresses } from './http/addresses';
import { Admission } from './http/admission';
import { corsOptions } from './http/cors';
import { createAdapter } from './http/fastify';
import { HealthController, READY_CHECKS } from './health/health.controller';
import { IntegrationEndpointsController } from './integrations/endpoints.controller';
import { AuthorizeController } from './oauth/authorize.controller';
import { OAuthController } from './oauth/oauth.controller';
import { OpenApiFilesController } from './openapi/openapi-files.controller';
import { AgentLog } from './mcp/agent-log';
import { McpController } from './mcp/mcp.controller';
import { OrganizationTools } from './mcp/organization-tools';
import { Allowances } from './rate-limit/allowances';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { SamlController } from './sign-in/saml.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { SignedInAnswers } from './sign-in/signed-in';
import { CustomHosts } from './sites/custom-hosts';
import { SiteController } from './sites/site.controller';
import { TlsAskController } from './sites/tls-ask.controller';

/** Milliseconds. */
const drainTime = 10_000;

export { openApiDocument } from './documents/openapi';
export { gatewaySettings };

export interface RunningGateway {
  port: number;
  /** The port of the metrics, if they are served. */
  metricsPort?: number;
  app: NestFastifyApplication;
  metrics: Metrics;
  /** Finishes the requests in flight, at most 10 s long, and closes every connection. */
  close(): Promise<void>;
}

/** A service in the process of the gateway, which reports its health and its metrics together with its own. */
interface ServiceBeside {
  name: string;
  checks: ReadyChecks;
  metrics: Metrics;
}

interface Parts {
  admission: Admission;
  rpc: RpcClient;
  hosts: CustomHosts;
  checks: ReadyChecks;
}

@Module({})
class GatewayModule {
  static forRoot(config: GatewayConfig, { admission, rpc, hosts, checks }: Parts): DynamicModule {
    const foreignObjects = new ForeignObjectLoader(rpc);
    const allowances = new Allowances((kind, subject) =>
      rpc.call(rateLimits.leaseAllowance, { principal: anonymous, body: { kind, subject } }),
    );
    const tags = [...new Set(allEndpoints().map(({ tag }) => tag))];
    const ofTag = (tag: string) => allEndpoints().filter((endpoint) => endpoint.tag === tag);
    return {
      module: GatewayModule,
      imports: [StorageModule.forRoot(config.STORAGE_URL, 'gateway')],
      controllers: [
        ...tags.map((tag) => routesOf(tag, ofTag(tag))),
        DocumentsController,
        FilesController,
        SignInController,
        SamlController,
        TlsAskController,
        IntegrationEndpointsController,
        OpenApiFilesController,
        McpController,
        OAuthController,
        AuthorizeController,
        SiteController,
        HomeController,
        AppController,
        IconsController,
        HealthController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: READY_CHECKS, useValue: checks },
        { provide: RpcClient, useValue: rpc },
        { provide: CustomHosts, useValue: hosts },
        FilesController,
        { provide: Admission, useValue: admission },
        { provide: ForeignObjectLoader, useValue: foreignObjects },
        AgentLog,
        OrganizationTools,
        { provide: Principals, useValue: new Principals(foreignObjects) },
        OwnPages,
        Callers,
        SignedInAnswers,
        { provide: Allowances, useValue: allowances },
        { provide: BodySpill, useFactory: (storage: Storage) => new BodySpill(storage), inject: [Storage] },
        {
          provide: Forwarder,
          useFactory: (spill: BodySpill) =>
            new Forwarder(rpc, new Composer(foreignObjects), foreignObjects, spill, admission),
          inject: [BodySpill],
        },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: AuthGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
      ],
    };
  }
}

/**
 * Connections that wait to be accepted. With Node's 511, a crowd that arrives at once finds no place while the process works: a client
 * tries again after 1 s and after 3 s. The operating system may set a lower maximum.
 */
const backlog = 4_096;

/**
 * Starts the HTTP edge: every operation of the contracts under `/v1`, forwarded to its service, which is `beside` it or in
 * another process.
 */
export async function start(
  env: NodeJS.ProcessEnv,
  beside: readonly ServiceBeside[] = [],
  local?: LocalServices,
): Promise<RunningGateway> {
  const config = readConfig(gatewaySettings, env);
  const keyring = new Keyring('gateway', config);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const metrics = new Metrics('gateway');
  const tracing = startTracing('gateway', config);
  const nats = await Nats.connect('gateway', config, logger, metrics);
  const state = { draining: false };
  const checks: ReadyChecks = { accepting: () => !state.draining, nats: () => nats.isUp, ...checksOf(beside) };
  const rpc = new RpcClient(nats, new RequestSigner(keyring), local);
  const hosts = new CustomHosts(platformHosts(config), async (hostname) => {
    const body = { hostname };
    return (await rpc.call(hostnameCalls.isCustomHostname, { principal: anonymous, body })).isActive;
  });
  const admission = new Admission(config.REQUEST_CONCURRENCY, metrics);
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(config, { admission, rpc, hosts, checks }),
    createAdapter(config, { metrics, admission, tracing, draining: () => state.draining, hosts }),
    { logger: nestLogger(logger), abortOnError: false, bodyParser: false },
  ).catch(async (error: unknown) => {
    await nats.close();
    throw error;
  });
  app.useGlobalFilters(new ErrorFilter(logger, config.PUBLIC_URL));
  app.enableCors(corsOptions(config));
  const { HOST, PORT, METRICS_ADDRESS } = config;
  const figuresOfAll = [metrics, ...beside.map((service) => service.metrics)];
  const figures = METRICS_ADDRESS ? await startMetricsServer(METRICS_ADDRESS, figuresOfAll) : undefined;
  await app.listen({ port: PORT, host: HOST || allAddresses(), backlog }).catch(async (error: unknown) => {
    figures?.close();
    await app.close();
    await nats.close();
    throw portProblem(config, error);
  });
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ port }, 'Ready');
  const streams = new StreamKeeper(nats, eventConsumers, { replicas: config.STREAM_REPLICAS }, logger);
  streams.start();
  const sweep = app.get(BodySpill).sweep();
  sweep.catch((error: unknown) => logger.warn({ err: error }, 'Bodies that were left in storage could not be removed'));
  const close = async () => {
    state.draining = true;
    // Requests in flight are finished first, while everything that they need is still running.
    const finished = app.getHttpAdapter().getInstance().close();
    await Promise.race([finished, sleep(drainTime, undefined, { ref: false })]);
    app.getHttpServer().closeAllConnections();
    await app.close();
    await streams.stop();
    figures?.close();
    figures?.closeAllConnections();
    await nats.close();
    await tracing?.close();
  };
  return { port, ...(figures && { metricsPort: portOf(figures) }), app, metrics, close };
}

/** By names such as `content.postgres`. */
const checksOf = (beside: readonly ServiceBeside[]): ReadyChecks =>
  Object.fromEntries(
    beside.flatMap(({ name, checks }) =>
      Object.entries(checks).map(([check, holds]) => [`${name}.${check}`, holds] as const),
    ),
  );
