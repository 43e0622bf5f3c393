import { SetMetadata } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@bindery/contracts';

export const consumesKey = 'bindery:consumes';

export interface Consumption {
  event: EventType;
  /** Names the durable consumer; never change it, or everything is delivered again. */
  name: string;
}

/**
 * Has the decorated method receive every event of a type, at least once, in the transaction in which its receipt is
 * recorded: an effect in the service's own database therefore happens exactly once.
 */
export function Consumes<T>(event: EventType<T>, name: string) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<(event: EventEnvelope<T>) => Promise<void>>): void => {
    SetMetadata(consumesKey, { event, name } satisfies Consumption)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
