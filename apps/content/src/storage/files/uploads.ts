import type { Storage } from '@bindery/storage';

/** The key of an uploaded file of an organization, until it is used. */
export const uploadKey = (organization: string, id: string): string => `uploads/${organization}/${id}`;

/** The size of a file that was uploaded for the organization; undefined for an unknown key. */
export async function uploadedSize(storage: Storage, organization: string, key: string): Promise<number | undefined> {
  const prefix = uploadKey(organization, '');
  const isOurs = key.startsWith(prefix) && /^[A-Za-z0-9]{1,64}$/.test(key.slice(prefix.length));
  return isOurs ? storage.size(key) : undefined;
}
