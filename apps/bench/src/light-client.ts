import { connect, type Socket } from 'node:net';
import { headersOf, type LoadRequest } from './load';

interface LightAnswer {
  status: number;
  /** Head and body. */
  bytes: number;
  /** Milliseconds from when the request was handed to the socket until the head of the answer was there. */
  milliseconds: number;
}

const HEAD_END = '\r\n\r\n';
/** Answers that never have a body (RFC 9112, section 6.3). */
const BODILESS = [204, 304];

/**
 * One connection over which one request at a time goes. It reads of an answer what a measurement needs, which takes a third of
 * the processor time of a whole client: what asks must not take away the processors of what is measured.
 */
export class LightClient {
  private readonly socket: Socket;
  private received: Buffer[] = [];
  private waiting?: { since: number; resolve: (answer: LightAnswer) => void; reject: (error: Error) => void };
  /** Of the answer that is being read, once its head is there. */
  private answer?: LightAnswer;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk) => this.read(chunk));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('The connection was closed')));
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  /** Sends what `requestText` makes; rejects when the connection is lost before the whole answer is there. */
  ask(request: string): Promise<LightAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting = { since: performance.now(), resolve, reject };
      this.socket.write(request, (error) => error && this.fail(error));
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.received.push(chunk);
    this.answer ??= this.readHead();
    if (!this.answer) return;
    const { answer } = this;
    if (this.received.reduce((sum, { byteLength }) => sum + byteLength, 0) < answer.bytes) return;
    this.received = [];
    this.answer = undefined;
    this.waiting?.resolve(answer);
    this.waiting = undefined;
  }

  private readHead(): LightAnswer | undefined {
    const text = Buffer.concat(this.received).toString('latin1');
    const end = text.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const milliseconds = performance.now() - (this.waiting?.since ?? NaN);
    const head = text.slice(0, end);
    const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const given = /^content-length: (\d+)/im.exec(head)?.[1];
    if (given === undefined && !BODILESS.includes(status)) this.socket.destroy(new Error('An answer has no length'));
    return { status, bytes: end + HEAD_END.length + Number(given ?? 0), milliseconds };
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}

/** The request as it goes over HTTP/1.1 (RFC 9112). */
export function requestText(url: string, token: string, request: LoadRequest): string {
  const { path, method = 'GET', body } = request;
  const headers = {
    host: new URL(url).host,
    ...headersOf(token, request),
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines].join('\r\n') + HEAD_END + (body ?? '');
}
