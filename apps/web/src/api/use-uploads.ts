import { useState } from 'react';
import { call } from './client';

type UploadKind = 'import_file' | 'customization_font';

/** Uploads files of an organization for a form. A file that was uploaded keeps its key, so that the form sends the same request again. */
export function useUploads(organizationId: string, kind: UploadKind) {
  const [keys] = useState(() => new WeakMap<File, string>());
  return async (file: File, type: string, signal?: AbortSignal): Promise<string> => {
    const key = keys.get(file) ?? (await uploadFile(organizationId, kind, file, type, signal));
    keys.set(file, key);
    return key;
  };
}

/** Answers the key by which other calls name the file. */
async function uploadFile(
  organizationId: string,
  kind: UploadKind,
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
