import type { EventEnvelope, NewEvent } from '@bindery/contracts';
import { currentContext } from '@bindery/observability';
import { Database, uuidv7, type Statement } from '@bindery/persistence';
import { currentCall } from '../rpc/call';

/** The maximum length of a payload, in characters. Larger data belongs in a table or the storage, and its key in the event. */
const maxLength = 256 * 1024;

interface StoredEvent {
  id: string;
  subject: string;
  /** The envelope as JSON. */
  text: string;
}

/** Stores events in the transaction of the change that they report. The relay publishes them after the commit. */
export class Outbox {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly db: Database) {}

  /** Stores an event with the change. Throws outside a transaction, which binds it to its cause, and for one that is too long for a message. */
  async add({ kind: { type, subject }, ...content }: NewEvent): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${type} must be added in the transaction of its change`);
    const envelope: EventEnvelope = {
      id: uuidv7(),
      type,
      occurredAt: new Date().toISOString(),
      requestId: currentContext()?.requestId ?? '',
      traceparent: currentContext()?.span?.traceparent,
      ...content,
      actor: content.actor ?? currentCall()?.envelope.principal.user ?? '',
    };
    const text = JSON.stringify(envelope);
    if (text.length > maxLength) throw new Error(`${type} is longer than ${maxLength} characters`);
    this.db.insertAtCommit(insertEvents, { id: envelope.id, subject, text });
    this.db.afterCommit(this.tell);
  }

  private readonly tell = (): void => this.listeners.forEach((listener) => listener());

  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }
}

const insertEvents = (events: StoredEvent[]): Statement => ({
  text: `insert into outbox (id, subject, envelope)
    select id, subject, envelope::jsonb from unnest($1::uuid[], $2::text[], $3::text[]) as new (id, subject, envelope)`,
  values: [events.map(({ id }) => id), events.map(({ subject }) => subject), events.map(({ text }) => text)],
});
