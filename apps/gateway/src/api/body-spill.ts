import type { Storage } from '@bindery/storage';
import type { LargeBody } from '../http/read-body';

const folder = 'bodies/';
/** Milliseconds after which a body can only be one that a killed gateway left. */
const leftAfter = 60 * 60 * 1000;

/** Keeps bodies that no message can hold in storage while their operation runs. */
export class BodySpill {
  constructor(private readonly storage: Storage) {}

  /** Calls `use` with a reference to the body that is good until the call ends. */
  async during<T>({ json }: LargeBody, requestId: string, use: (reference: string) => Promise<T>): Promise<T> {
    const key = folder + requestId;
    try {
      await this.storage.put(key, json, { contentType: 'application/json', size: json.length });
      return await use(key);
    } finally {
      // What stays is swept; the operation has its answer already.
      await this.storage.delete(key).catch(() => undefined);
    }
  }

  /** Removes what killed gateways left. */
  async sweep(): Promise<void> {
    for await (const { key, modifiedAt } of this.storage.list(folder))
      if (modifiedAt.getTime() < Date.now() - leftAfter) await this.storage.delete(key);
  }
}
