import { SetMetadata } from '@nestjs/common';

export const intervalKey = 'bindery:interval';

export interface Repetition {
  /** Names the loop in the log. */
  name: string;
  every: number;
}

/**
 * The decorated method is called while the service runs: at once while it returns that there may be more, else after `every`
 * milliseconds. Each replica calls it. A replica that closes may interrupt it.
 */
export function Interval(name: string, every: number) {
  return (target: object, key: string, descriptor: TypedPropertyDescriptor<() => Promise<boolean>>): void => {
    const repetition: Repetition = { name, every };
    SetMetadata(intervalKey, repetition)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
