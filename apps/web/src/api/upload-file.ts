import { call } from './client';

/** Uploads a file of an organization; answers the key by which other calls name it. */
export async function uploadFile(
  organizationId: string,
  kind: 'import_file' | 'customization_font',
  file: File,
  type: string,
  signal?: AbortSignal,
): Promise<string> {
  const about = { name: file.name, type, size: file.size };
  const body = { kind, file: about };
  const { url, key } = await call('createStorageUpload', { params: { organizationId }, body, signal });
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': type },
    signal,
  });
  if (!response.ok) throw new Error(`The file could not be uploaded (${response.status}). Try again.`);
  return key;
}
