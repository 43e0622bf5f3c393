import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { TestPlatforms } from './test-platforms';
import { type RunningTestServers, TEST_ACCOUNTS, type TestServers } from './test-servers';

/** The environment variable with the address of the broker for the test files of a run. */
export const BROKER_VARIABLE = 'BINDERY_TEST_BROKER';

/**
 * Lives in the main process of a test run and answers the worker processes over HTTP: `GET /servers` starts the servers
 * when the first test needs them, so that a run of pure tests starts none; `POST /accounts` lends a NATS account by its
 * number and `DELETE /accounts/<number>` takes it back; `POST /platforms` and `DELETE /platforms/<id>` do the same with a
 * whole platform.
 */
export class TestBroker {
  private readonly free = Array.from({ length: TEST_ACCOUNTS }, (_, index) => index + 1);
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly platforms = new TestPlatforms();
  private running?: Promise<RunningTestServers>;

  constructor(private readonly start: () => Promise<RunningTestServers>) {}

  /** Answers the broker's URL. The broker alone keeps no process alive. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.server.unref();
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Stops platforms and servers, if any were started. */
  async close(): Promise<void> {
    // They give back what they borrowed here.
    await this.platforms.close();
    this.server.close();
    this.server.closeAllConnections();
    const running = await this.running?.catch(() => undefined);
    await running?.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await this.handle(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
    } catch (error) {
      response
        .writeHead(500, { 'content-type': 'text/plain', connection: 'close' })
        .end(error instanceof Error ? error.message : String(error));
    }
  }

  private async handle(request: string): Promise<unknown> {
    if (request === 'GET /servers') return this.servers();
    if (request === 'POST /accounts') return { account: this.lend() };
    if (request === 'POST /platforms') return this.platforms.lend();
    const [, kind, returned] = /^DELETE \/(accounts|platforms)\/(\d+)$/.exec(request) ?? [];
    if (kind === 'accounts') this.free.push(Number(returned));
    if (kind === 'platforms') this.platforms.return(Number(returned));
    return {};
  }

  private async servers(): Promise<TestServers> {
    this.running ??= this.start();
    const { stop: _stop, ...servers } = await this.running;
    return servers;
  }

  private lend(): number {
    const account = this.free.shift();
    if (!account)
      throw new Error(`All ${TEST_ACCOUNTS} NATS accounts are in use: a test does not close its testNats()`);
    return account;
  }
}
