import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The observer that a tap notifies of each chunk of bytes before it passes it on. */
export interface Observer {
  /** Whether the chunk is about what is observed. */
  concerns(chunk: Buffer, link: Link): boolean;
  /** Called for such a chunk, which waits until this has ended. */
  passing(chunk: Buffer, link: Link): Promise<void>;
}

/** One connection through a tap, in one direction; the server's answers are the other one of the same pair. */
export interface Link {
  server: string;
  from: 'client' | 'server';
  /** The observer's state of the connection, shared by both directions. */
  memory: { busy: boolean };
}

/**
 * A TCP proxy in front of a server, so that a test sees what clients and server say to each other and stops the world between
 * two of their writes. It knows nothing of what the bytes mean. While the server is away, connections end at once.
 */
export class Tap {
  private constructor(
    private readonly listener: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  static async before(server: string, port: number, observer: Observer): Promise<Tap> {
    const sockets = new Set<Socket>();
    const listener = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      const memory = { busy: false };
      for (const [socket, other, from] of [
        [client, upstream, 'client'],
        [upstream, client, 'server'],
      ] as const) {
        sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        forward(socket, other, observer, { server, from, memory });
      }
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new Tap(listener, sockets);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  close(): void {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Passes chunks on in their order; what is not observed costs no turn of the event loop. */
function forward(from: Socket, to: Socket, observer: Observer, link: Link): void {
  let before: Promise<void> | undefined;
  from.on('data', (chunk: Buffer) => {
    const concerns = observer.concerns(chunk, link);
    if (!concerns && !before) return void to.write(chunk);
    const passed = (before ?? Promise.resolve())
      .then(() => (concerns ? observer.passing(chunk, link) : undefined))
      .then(() => {
        if (to.writable) to.write(chunk);
        if (before === passed) before = undefined;
      });
    before = passed;
  });
}
