import type { RunningGateway } from '@bindery/gateway';
import type { ServiceName } from '@bindery/launcher';
import type { Clock } from '@bindery/service';
import { startServiceUnderTest, type ServiceUnderTest } from './service-under-test';

export interface ServiceAtGatewayOptions {
  settings?: Record<string, string>;
  clock?: Clock;
}

/** One service with a gateway before it: its operations over HTTP, as clients have them. */
export class ServiceAtGateway {
  private constructor(
    readonly service: ServiceUnderTest,
    private readonly gateway: RunningGateway,
  ) {}

  static async start(name: ServiceName, options: ServiceAtGatewayOptions = {}): Promise<ServiceAtGateway> {
    const service = await startServiceUnderTest(name, options);
    // Loaded when a test file asks for it, as services are.
    const { start } = await import('@bindery/gateway');
    return new ServiceAtGateway(service, await start({ ...service.settingsOf('gateway'), ...options.settings }));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.gateway.port}`;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.service.close();
  }
}
