import { Agent, createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Upstream {
  port: number;
  /** Whether new requests go there. */
  serving: boolean;
}

/**
 * A proxy before several gateways, as an ingress is: it keeps connections, takes turns, and tries the next gateway where one
 * refuses the connection. A request that was sent once is not sent again, except one that only reads.
 */
export class Ingress {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly server: Server = createServer((request, response) => void this.forward(request, response));
  private readonly upstreams: Upstream[];
  private turn = 0;

  private constructor(ports: number[]) {
    this.upstreams = ports.map((port) => ({ port, serving: true }));
  }

  static async before(ports: number[]): Promise<Ingress> {
    const ingress = new Ingress(ports);
    // Longer than a client keeps its connections, so that none is closed under its request.
    ingress.server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve) => ingress.server.listen(0, '127.0.0.1', resolve));
    return ingress;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether requests go to a gateway, as the endpoints of a service say: one that is to end is taken out first. */
  serve(port: number, serving: boolean): void {
    this.upstreams.find((upstream) => upstream.port === port)!.serving = serving;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
    this.agent.destroy();
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const serving = this.upstreams.filter((upstream) => upstream.serving);
    for (let attempt = 0; attempt < serving.length; attempt++) {
      const { port } = serving[this.turn++ % serving.length]!;
      try {
        return await this.pass(port, request, body, response);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (response.headersSent || (code !== 'ECONNREFUSED' && request.method !== 'GET')) break;
      }
    }
    if (!response.headersSent) response.writeHead(502);
    response.end();
  }

  private pass(port: number, { method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    return new Promise<void>((resolve, reject) => {
      const onward = ask({ host: '127.0.0.1', port, agent: this.agent, method, path: url, headers }, (answer) => {
        const { connection: _, 'keep-alive': __, ...passed } = answer.headers;
        response.writeHead(answer.statusCode!, passed);
        answer.pipe(response);
        answer.once('end', resolve);
        answer.once('error', reject);
      });
      onward.once('error', reject);
      onward.end(body);
    });
  }
}
