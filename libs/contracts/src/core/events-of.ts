import { Nested } from './fields';
import type { Dto } from './schema';

/** The events of a stream, in order, as its service answers them. */
export interface Events<T> {
  events: T[];
}

const items = new WeakMap<Dto, Dto>();
const envelopes = new Map<Dto, Dto<Events<object>>>();

/** The answer of an operation that streams, as a class. */
export function EventsOf<T extends object>(item: Dto<T>): Dto<Events<T>> {
  const known = envelopes.get(item);
  if (known) return known as Dto<Events<T>>;
  class EventsDto implements Events<T> {
    @Nested(() => item, { array: true })
    events!: T[];
  }
  Object.defineProperty(EventsDto, 'name', { value: `${item.name}Events` });
  envelopes.set(item, EventsDto);
  items.set(EventsDto, item);
  return EventsDto;
}

/** The DTO of the events of such an answer. */
export const eventOf = (events: Dto): Dto | undefined => items.get(events);
