import { connect, type Socket } from 'node:net';

interface RawLogin {
  /** The client library makes a list of it, in place. */
  servers: string | string[];
  user: string;
  pass: string;
}

interface RawMessage {
  subject: string;
  reply?: string;
  /** The block of headers as it goes over the wire, valid or not. */
  headers: Buffer;
  data: Buffer;
}

/** A client of NATS that writes what the client library refuses to: malformed blocks of headers. */
export class RawNats {
  private constructor(private readonly socket: Socket) {}

  static async connect({ servers, user, pass }: RawLogin): Promise<RawNats> {
    const [server = ''] = [servers].flat();
    const { hostname, port } = new URL(server.includes('://') ? server : `nats://${server}`);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('data', () => resolve()).once('error', reject));
    const options = { user, pass, headers: true, no_responders: true, verbose: false, pedantic: false, lang: 'test' };
    socket.write(`CONNECT ${JSON.stringify(options)}\r\n`);
    // The server sends a ping from time to time.
    socket.on('data', (data) => data.includes('PING') && socket.write('PONG\r\n'));
    return new RawNats(socket);
  }

  publish({ subject, reply, headers, data }: RawMessage): void {
    const to = reply === undefined ? subject : `${subject} ${reply}`;
    this.socket.write(`HPUB ${to} ${headers.length} ${headers.length + data.length}\r\n`);
    this.socket.write(Buffer.concat([headers, data, Buffer.from('\r\n')]));
  }

  close(): void {
    this.socket.end();
  }
}

const block = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Blocks that make the client library throw, or that say nothing. */
export const unreadableHeaders: readonly Buffer[] = [
  block('NATS/1.0\r\nBnd-Status: 4\r0\r\n\r\n'),
  block('NATS/1.0\r\n\x01\x02: a\r\n\r\n'),
  block('NATS/1.0\r\na b\xff: c\r\n\r\n'),
  block('NATS/1.0\r\n: nothing\r\n\r\n'),
  block('NATS/1.0 \r\n\r\n'),
];
