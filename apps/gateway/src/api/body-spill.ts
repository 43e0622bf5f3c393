import { withinDeadline } from '@bindery/messaging';
import type { Storage } from '@bindery/storage';
import type { LargeBody } from '../http/read-body';

const folder = 'bodies/';
/** Milliseconds after which a stored body must have been left by a killed gateway. */
const leftAfter = 60 * 60 * 1000;

/** Stores bodies that are too large for a message while their operation runs. */
export class BodySpill {
  constructor(private readonly storage: Storage) {}

  /** Calls `use` with a reference to the body, valid until the call ends, and its SHA-256 in hex. */
  async during<T>(
    { json }: LargeBody,
    service: string,
    requestId: string,
    use: (body: { bodyRef: string; bodyHash: string }) => Promise<T>,
  ): Promise<T> {
    // In a folder that only the service reads.
    const key = `${folder}${service}/${requestId}`;
    try {
      const options = { contentType: 'application/json', size: json.length };
      const { sha256 } = await withinDeadline((signal) => this.storage.put(key, json, { ...options, signal }));
      return await use({ bodyRef: key, bodyHash: sha256 });
    } finally {
      // A body that stays is swept later; the operation has its answer already.
      await withinDeadline((signal) => this.storage.delete(key, { signal })).catch(() => undefined);
    }
  }

  /** Removes bodies that killed gateways left. */
  async sweep(): Promise<void> {
    for await (const { key, modifiedAt } of this.storage.list(folder))
      if (modifiedAt.getTime() < Date.now() - leftAfter) await this.storage.delete(key);
  }
}
