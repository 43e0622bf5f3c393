import type { RunningGateway } from '@bindery/gateway';
import type { ServiceName } from '@bindery/launcher';
import { startServiceUnderTest, type ServiceUnderTest } from './service-under-test';

type Settings = Record<string, string>;

export interface ServiceAtGatewayOptions {
  settings?: Settings;
}

/** One service with a gateway before it: its operations over HTTP, as clients have them. */
export class ServiceAtGateway {
  private readonly further: RunningGateway[] = [];

  private constructor(
    readonly service: ServiceUnderTest,
    private readonly settings: Settings,
    private readonly gateway: RunningGateway,
  ) {}

  static async start(name: ServiceName, options: ServiceAtGatewayOptions = {}): Promise<ServiceAtGateway> {
    const service = await startServiceUnderTest(name, options);
    const settings = { ...service.settingsOf('gateway'), ...options.settings };
    return new ServiceAtGateway(service, settings, await startGateway(settings));
  }

  /** Starts a further gateway; answers its address. */
  async addGateway(): Promise<string> {
    const gateway = await startGateway(this.settings);
    this.further.push(gateway);
    return addressOf(gateway);
  }

  get baseUrl(): string {
    return addressOf(this.gateway);
  }

  async close(): Promise<void> {
    await Promise.all([this.gateway, ...this.further].map((gateway) => gateway.close()));
    await this.service.close();
  }
}

/** Loaded when a test file asks for it, as services are. */
const startGateway = async (settings: Settings): Promise<RunningGateway> =>
  (await import('@bindery/gateway')).start(settings);

const addressOf = ({ port }: RunningGateway): string => `http://127.0.0.1:${port}`;
