import type { Storage } from '@bindery/storage';
import type { LargeBody } from '../http/read-body';

const folder = 'bodies/';
/** Milliseconds after which a body can only be one that a killed gateway left. */
const leftAfter = 60 * 60 * 1000;

/** Keeps bodies that no message can hold in storage while their operation runs. */
export class BodySpill {
  constructor(private readonly storage: Storage) {}

  /** Calls `use` with a reference to the body, and its SHA-256 in hex, that is good until the call ends. */
  async during<T>(
    { json }: LargeBody,
    service: string,
    requestId: string,
    use: (body: { bodyRef: string; bodyHash: string }) => Promise<T>,
  ): Promise<T> {
    // In a folder that the service alone reads.
    const key = `${folder}${service}/${requestId}`;
    try {
      const { sha256 } = await this.storage.put(key, json, { contentType: 'application/json', size: json.length });
      return await use({ bodyRef: key, bodyHash: sha256 });
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
