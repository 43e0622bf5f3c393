import type { AddressInfo } from 'node:net';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readConfig } from '@bindery/config';
import { allEndpoints } from '@bindery/contracts';
import { Nats, RpcClient } from '@bindery/messaging';
import { StorageModule } from '@bindery/storage';
import { createLogger, nestLogger, type ReadyChecks } from '@bindery/observability';
import { Forwarder } from './api/forward';
import { routesOf } from './api/routes';
import { AuthGuard } from './auth/auth.guard';
import { Principals } from './auth/principals';
import { Coalescer } from './composition/coalescer';
import { Composer } from './composition/composer';
import { DocumentsController } from './documents/documents.controller';
import { FilesController } from './files/files.controller';
import { GATEWAY_CONFIG, gatewaySettings, type GatewayConfig } from './gateway.config';
import { ErrorFilter } from './http/error.filter';
import { createAdapter } from './http/fastify';
import { HealthController, READY_CHECKS } from './http/health.controller';
import { SamlController } from './sign-in/saml.controller';
import { SignInController } from './sign-in/sign-in.controller';

export { openApiDocument } from './documents/openapi';

export interface RunningGateway {
  port: number;
  app: NestFastifyApplication;
  close(): Promise<void>;
}

@Module({})
class GatewayModule {
  static forRoot(config: GatewayConfig, nats: Nats, checks: ReadyChecks): DynamicModule {
    const rpc = new RpcClient(nats);
    const coalescer = new Coalescer(rpc);
    const principals = new Principals(coalescer);
    const tags = [...new Set(allEndpoints().map(({ tag }) => tag))];
    return {
      module: GatewayModule,
      imports: [StorageModule.forRoot(config.STORAGE_URL)],
      controllers: [
        ...tags.map((tag) =>
          routesOf(
            tag,
            allEndpoints().filter((endpoint) => endpoint.tag === tag),
          ),
        ),
        DocumentsController,
        FilesController,
        SignInController,
        SamlController,
        HealthController,
      ],
      providers: [
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: READY_CHECKS, useValue: checks },
        { provide: RpcClient, useValue: rpc },
        { provide: Principals, useValue: principals },
        { provide: Forwarder, useValue: new Forwarder(rpc, new Composer(coalescer), principals) },
        { provide: APP_GUARD, useClass: AuthGuard },
      ],
    };
  }
}

/** Starts the HTTP edge: every operation of the contracts under `/v1`, forwarded to its service. */
export async function start(env: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const config = readConfig(gatewaySettings, env);
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const nats = await Nats.connect('gateway', config, logger);
  const state = { draining: false };
  const checks: ReadyChecks = { accepting: () => !state.draining, nats: () => nats.isUp };
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(config, nats, checks),
    createAdapter(config),
    {
      logger: nestLogger(logger),
      abortOnError: false,
      bodyParser: false,
    },
  );
  app.useGlobalFilters(new ErrorFilter(logger));
  app.enableCors({
    origin: config.CORS_ORIGINS.includes('*') ? '*' : config.CORS_ORIGINS,
    exposedHeaders: ['etag', 'location', 'x-request-id'],
  });
  await app.listen(config.PORT, '0.0.0.0');
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ port }, 'Ready');
  return {
    port,
    app,
    close: async () => {
      state.draining = true;
      await app.close();
      await nats.close();
    },
  };
}
