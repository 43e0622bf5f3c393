import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ImportRun } from '@bindery/contracts';
import type { ApiClient } from './api-client';
import { zipFolder } from './archive';
import { followJob } from './follow-job';

interface ImportRequest {
  /** A folder, a zip file or the URL of a git repository. */
  source: string;
  organization: string;
  /** The title of the new space. */
  title?: string;
  /** A branch or tag of a git repository. */
  ref?: string;
}

const ENDED: ImportRun['status'][] = ['completed', 'failed', 'cancelled'];

/**
 * Imports documentation as a new space over HTTP and returns the ended run of any status.
 * Calls `begun` with its id as soon as there is one. Throws when the source cannot be read or the platform refuses the import.
 */
export async function importSource(
  api: ApiClient,
  request: ImportRequest,
  progress: (text: string) => void,
  begun: (id: string) => void = () => undefined,
): Promise<ImportRun> {
  const imports = `/org/${request.organization}/imports`;
  const source = isGitUrl(request.source)
    ? { type: 'git', url: request.source, ...(request.ref && { ref: request.ref }) }
    : { type: 'file', files: [await upload(api, request, progress)] };
  const run = await api.post<ImportRun>(imports, { source, target: request.title ? { title: request.title } : {} });
  begun(run.id);
  return followJob({
    begun: run,
    look: () => api.get<ImportRun>(`${imports}/${run.id}`),
    hasEnded: ({ status }) => ENDED.includes(status),
    progress: (now, trouble) => progress(trouble ? `${describe(now)} (${trouble})` : describe(now)),
    name: `The import ${run.id}`,
  });
}

/** Whether a source names a git repository rather than a file of this machine. */
export function isGitUrl(source: string): boolean {
  return /^(https?|ssh|git):\/\//.test(source) || /^[\w.-]+@[\w.-]+:/.test(source);
}

async function upload(
  api: ApiClient,
  { source, organization }: ImportRequest,
  progress: (text: string) => void,
): Promise<string> {
  const { bytes, name } = await archiveOf(source, progress);
  progress(`uploading ${size(bytes.length)}`);
  const file = { name, type: 'application/zip', size: bytes.length };
  const { url, key } = await api.post<{ url: string; key: string }>(`/orgs/${organization}/storage/upload`, {
    file,
    kind: 'import_file',
  });
  await api.put(url, bytes, file.type);
  return key;
}

async function archiveOf(source: string, progress: (text: string) => void): Promise<{ bytes: Buffer; name: string }> {
  const found = await stat(source).catch(() => undefined);
  if (found?.isFile()) return { bytes: await readFile(source), name: basename(source) };
  if (!found?.isDirectory()) throw new Error(`${source} must be a folder, a zip file or a git URL`);
  progress('packing the folder');
  const { bytes, files } = await zipFolder(source);
  if (files === 0) throw new Error(`${source} has no files`);
  return { bytes, name: `${basename(resolve(source))}.zip` };
}

function describe({ status, progress: { pages, files } }: ImportRun): string {
  if (status === 'pending') return 'waiting';
  if (pages.total === 0) return 'reading the source';
  return `${pages.done} of ${pages.total} pages, ${files.done} of ${files.total} files`;
}

function size(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
