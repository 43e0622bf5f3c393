import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from 'nats';
import { inboxPrefix, type ProcessConfig } from '@bindery/config';
import type { Logger, Metrics } from '@bindery/observability';
import { type NatsAddress, natsServers } from './nats-servers';
import { Replies, type RequestOptions } from './replies';
import { MalformedMessages } from './wire/malformed';

export type NatsConfig = NatsAddress & Pick<ProcessConfig, 'NATS_USER' | 'NATS_PASSWORD'>;

/** Milliseconds. */
const drainTime = 5_000;
const patience = 5_000;

/** The platform's connection to NATS, and whether it is up right now. */
export class Nats {
  private up = true;
  private readonly replies: Replies;

  private constructor(
    service: string,
    readonly connection: NatsConnection,
    /** Where what arrives here and is no message of the platform is counted. */
    readonly malformed: MalformedMessages,
    logger: Logger,
  ) {
    this.replies = new Replies(connection, inboxPrefix(service));
    void this.watch(logger);
  }

  /** Connects as the service's own user, waits for the server if need be, and reconnects for ever. */
  static async connect(service: string, config: NatsConfig, logger: Logger, metrics?: Metrics): Promise<Nats> {
    const servers = await natsServers(config);
    // The client tries for ever, and says nothing meanwhile.
    const reminder = setInterval(
      () =>
        logger.warn(
          'NATS_URL is not reached yet: set the address of a NATS server that runs, and NATS_CA, NATS_USER and NATS_PASSWORD as it has them',
        ),
      patience,
    );
    const connection = await connect({
      ...servers,
      name: service,
      ...(config.NATS_USER && { user: config.NATS_USER, pass: config.NATS_PASSWORD }),
      inboxPrefix: inboxPrefix(service),
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      // A server that comes back with other users refuses until it has ours again.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      reconnectJitterTLS: 250,
      pingInterval: 10_000,
      maxPingOut: 2,
      // Stack traces across the socket cost more than the request itself.
      noAsyncTraces: true,
    }).finally(() => clearInterval(reminder));
    const malformed = new MalformedMessages(logger, metrics);
    batchWrites(connection);
    containFaults(connection, malformed);
    return new Nats(service, connection, malformed, logger);
  }

  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Sends a request and returns its reply, as `Replies` does. */
  request(subject: string, data: Uint8Array, options: RequestOptions): Promise<Msg> {
    return this.replies.request(subject, data, options);
  }

  private async watch(logger: Logger): Promise<void> {
    for await (const { type, data, permissionContext } of this.connection.status()) {
      if (permissionContext?.operation === 'publish') this.replies.refuse(permissionContext.subject);
      if (type === 'disconnect') this.up = false;
      if (type === 'reconnect') this.up = true;
      if (type === 'disconnect' || type === 'reconnect' || type === 'error')
        logger.warn({ status: type, data: String(data) }, 'NATS');
    }
  }

  /** Finishes what is being sent, within 5 s, and closes. */
  async close(): Promise<void> {
    // Draining needs the server's word; without a server it would wait for nothing.
    if (this.isUp) {
      const drained = this.connection.drain().catch(() => undefined);
      await Promise.race([drained, sleep(drainTime, undefined, { ref: false })]);
    }
    await this.connection.close();
  }
}

/**
 * Sends what one turn of the event loop has to say in one write. The client writes after every callback, and a write
 * costs more than all else that it does for a message. (It has no setting for this: `flushPending` is its own method.)
 */
function batchWrites(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { flushPending: () => void } };
  const flush = protocol.flushPending.bind(protocol);
  let scheduled = false;
  protocol.flushPending = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  };
}

/**
 * Keeps a message whose headers cannot be read from ending the loop in which the client reads: it throws there, and the
 * process would hear nothing any more. (The client has no setting for this: `processMsg` is its own method.)
 */
function containFaults(connection: NatsConnection, malformed: MalformedMessages): void {
  const { protocol } = connection as unknown as { protocol: { processMsg: (...args: unknown[]) => void } };
  const process = protocol.processMsg.bind(protocol);
  protocol.processMsg = (...args) => {
    try {
      process(...args);
    } catch (error) {
      const { subject } = args[0] as { subject?: Uint8Array };
      malformed.note('headers', Buffer.from(subject ?? []).toString(), String((error as Error).message).slice(0, 200));
    }
  };
}
