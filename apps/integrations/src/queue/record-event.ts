import { Injectable } from '@nestjs/common';
import { Database, newId } from '@bindery/persistence';
import { EventRepository } from './event.repository';

/** The installation that an event is for. */
interface Receiver {
  id: string;
  integrationId: string;
  organizationId: string;
}

/** Events of one statement. */
const insertedTogether = 500;

/** Stores events for delivery, in the transaction of their cause. */
@Injectable()
export class RecordEvent {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly events: EventRepository,
    private readonly db: Database,
  ) {}

  add(installation: Receiver, type: string, fields: Record<string, unknown>): Promise<void> {
    return this.addAll([installation], type, [fields]);
  }

  /** Adds each event for each of the installations, in this order. */
  async addAll(installations: Receiver[], type: string, payloads: Record<string, unknown>[]): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${type} must be added in the transaction of its cause`);
    const events = installations.flatMap(({ id: installationId, integrationId, organizationId }) =>
      payloads.map((fields) => {
        const id = newId();
        const payload = { eventId: id, type, installationId, ...fields };
        return { id, integrationId, installationId, organizationId, payload };
      }),
    );
    if (events.length === 0) return;
    for (let at = 0; at < events.length; at += insertedTogether)
      await this.events.insert(events.slice(at, at + insertedTogether));
    this.wake();
  }

  /** Adds a task, which is due at its own time. */
  async addTask(
    receiver: { installationId: string | null; integrationId: string; organizationId: string },
    task: object,
    dueAt: Date,
  ): Promise<void> {
    const id = newId();
    const { installationId } = receiver;
    const payload = { eventId: id, type: 'task', ...(installationId && { installationId }), task };
    await this.events.insertTask({ id, ...receiver, payload, dueAt });
    this.wake();
  }

  /** Wakes the delivery after the commit. */
  wake(): void {
    this.db.afterCommit(() => this.listeners.forEach((listener) => listener()));
  }

  /** Calls the listener after each commit that added events. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }
}
