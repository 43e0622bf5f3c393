import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection } from 'nats';
import { inboxPrefix, type ProcessConfig } from '@bindery/config';
import type { Logger, Metrics } from '@bindery/observability';
import { patchClient } from './nats-patches';
import { type NatsAddress, natsServers } from './nats-servers';
import { Replies, type RequestOptions } from './replies';
import { Subscriptions } from './subscriptions';
import { MalformedMessages } from './wire/malformed';

export type NatsConfig = NatsAddress & Pick<ProcessConfig, 'NATS_USER' | 'NATS_PASSWORD'>;

/** Milliseconds. */
const drainTime = 5_000;
const patience = 5_000;

/** The platform's connection to NATS, and whether it is up right now. */
export class Nats {
  private up = true;
  private readonly replies: Replies;
  readonly subscriptions: Subscriptions;

  private constructor(
    service: string,
    readonly connection: NatsConnection,
    /** Where what arrives here and is no message of the platform is counted. */
    readonly malformed: MalformedMessages,
    logger: Logger,
  ) {
    this.replies = new Replies(connection, inboxPrefix(service));
    this.subscriptions = new Subscriptions(connection);
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
    patchClient(connection, malformed);
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
      if (permissionContext?.operation === 'subscription')
        logger.error(
          { subject: permissionContext.subject },
          'NATS refuses a subscription: its user has no permission for the subject',
        );
      if (type === 'disconnect') this.up = false;
      if (type === 'reconnect') {
        this.up = true;
        void this.subscriptions.retry();
      }
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
