import type { Batch, EventType } from '@bindery/contracts';

/**
 * A reference of a service to objects of another one. Their owner reports their deletion by an event; where that event was
 * lost, or a backup of one service is older than that of the other, the service still names deleted objects.
 */
export interface Reference {
  /** The kind of object, as a report says it: `space`. */
  to: string;
  /** SQL of the service's own: a select of `id` and `organization` (empty where it is not kept); ids may come several times. */
  held: string;
  /** Knows which of the objects exist, deleted ones that can be restored included. */
  owner: Batch;
  /** The end of such an object, and the consumer of this service that follows it: the name in `@Consumes`. */
  end: EventType;
  consumer: string;
  /** The payload of that event for the object. */
  payload(id: string): object;
}
