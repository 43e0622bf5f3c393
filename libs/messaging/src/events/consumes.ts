import { SetMetadata } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@bindery/contracts';

export const consumesKey = 'bindery:consumes';

export interface Consumption {
  events: EventType[];
  /** Names the durable consumers, one a producing service; never change it, or everything is delivered again. */
  name: string;
}

/**
 * Has the decorated method receive every event of a type, or of the same type of several services, at least once, in the transaction in which its receipt is
 * recorded: an effect in the service's own database therefore happens exactly once.
 */
export function Consumes<T>(events: EventType<T> | EventType<T>[], name: string) {
  return (
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(event: EventEnvelope<T>) => Promise<void>>,
  ): void => {
    SetMetadata(consumesKey, { events: [events].flat() as EventType[], name } satisfies Consumption)(
      target,
      key,
      descriptor as TypedPropertyDescriptor<unknown>,
    );
  };
}
