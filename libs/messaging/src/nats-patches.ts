import type { NatsConnection } from 'nats';
import type { MalformedMessages } from './wire/malformed';

/** The methods of the NATS client's own protocol that are replaced. The client has no settings for what they do. */
interface Protocol {
  flushPending: () => void;
  processMsg: (message: { subject?: Uint8Array }, data: unknown) => void;
}

/**
 * Replaces two methods of the client that are its own. A new version may change them without a notice, so each package.json
 * names one version exactly. Throws for a version of the client that does not have them.
 */
export function patchClient(connection: NatsConnection, malformed: MalformedMessages): void {
  const { protocol } = connection as unknown as { protocol?: Partial<Protocol> };
  for (const name of ['flushPending', 'processMsg'] as const)
    if (typeof protocol?.[name] !== 'function')
      throw new Error(`The installed version of the package nats has no ${name}; install the one in package-lock.json`);
  batchWrites(protocol as Protocol);
  containFaults(protocol as Protocol, malformed);
}

/**
 * Sends what one turn of the event loop has to say in one write. The client writes after every callback, and a write
 * costs more than all else that it does for a message.
 */
function batchWrites(protocol: Protocol): void {
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
 * process would hear nothing any more.
 */
function containFaults(protocol: Protocol, malformed: MalformedMessages): void {
  const process = protocol.processMsg.bind(protocol);
  protocol.processMsg = (message, data) => {
    try {
      process(message, data);
    } catch (error) {
      const subject = Buffer.from(message.subject ?? []).toString();
      malformed.note('headers', subject, String((error as Error).message).slice(0, 200));
    }
  };
}
