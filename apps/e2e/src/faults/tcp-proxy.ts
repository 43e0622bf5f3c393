import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands before a server on 127.0.0.1, so that it can be out of reach while it runs. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server;
  port = 0;

  private constructor(private readonly target: number) {
    this.server = this.listener();
  }

  static async before(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.accept();
    return proxy;
  }

  /** Takes connections; the port stays the same. */
  async accept(): Promise<void> {
    this.server = this.listener();
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Breaks every connection and refuses new ones. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  private listener(): Server {
    return createServer((client) => {
      const server = connect(this.target, '127.0.0.1');
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      }
    });
  }
}
