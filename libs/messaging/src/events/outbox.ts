import type { EventEnvelope, EventType } from '@bindery/contracts';
import { currentContext } from '@bindery/observability';
import { Database, uuidv7 } from '@bindery/persistence';
import { currentCall } from '../rpc/call';

/** What an event may weigh, in characters; a larger payload belongs in a table or the storage, and its key here. */
const maxLength = 256 * 1024;

/** What an event says besides its type. */
export interface EventContent<T> {
  organization: string | null;
  aggregate: string;
  version: number;
  /** The user who caused it, where that is not the caller: a job's. */
  actor?: string;
  payload: T;
}

/** Keeps events in the transaction of the change they tell of; the relay publishes them after the commit. */
export class Outbox {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly db: Database) {}

  /** Stores an event; outside a transaction nothing would bind it to its cause, so that is refused, as is one that is too long for a message. */
  async add<T>(event: EventType<T>, content: EventContent<T>): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${event.type} must be added in the transaction of its change`);
    const envelope: EventEnvelope<T> = {
      id: uuidv7(),
      type: event.type,
      occurredAt: new Date().toISOString(),
      actor: currentCall()?.envelope.principal.user ?? '',
      requestId: currentContext()?.requestId ?? '',
      ...content,
    };
    const text = JSON.stringify(envelope);
    if (text.length > maxLength) throw new Error(`${event.type} is longer than ${maxLength} characters`);
    await this.db.run(`insert into outbox (id, subject, envelope) values ($1, $2, $3)`, [
      envelope.id,
      event.subject,
      text,
    ]);
    this.db.afterCommit(() => this.listeners.forEach((listener) => listener()));
  }

  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }
}
