import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportRun } from '@bindery/contracts';
import { ZipFile } from 'yazl';
import type { TestOrganization } from '../organization/test-organization';

/** A zip file of these files. */
export async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Uploads bytes as a client does and answers the key. */
export async function upload({ api, admin, organization, platform }: TestOrganization, bytes: Buffer): Promise<string> {
  const { url, key } = await api.expect<{ url: string; key: string }>('createStorageUpload', {
    token: admin.token,
    params: { organizationId: organization },
    body: { file: { name: 'docs.zip', type: 'application/zip', size: bytes.length }, kind: 'import_file' },
  });
  const { pathname, search } = new URL(url);
  const response = await fetch(`${platform.baseUrl}${pathname}${search}`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
  });
  if (response.status !== 204) throw new Error(`The upload answered ${response.status}`);
  return key;
}

/** Imports files as a new space and waits for the end of the run. */
export const importFiles = async (
  world: TestOrganization,
  files: Record<string, string | Buffer>,
  target: object = { title: 'Imported' },
): Promise<ImportRun> => importBytes(world, await zipOf(files), target);

/** The same with what is said to be a zip file. */
export async function importBytes(world: TestOrganization, bytes: Buffer, target: object = {}): Promise<ImportRun> {
  const key = await upload(world, bytes);
  const run = await world.api.expect<ImportRun>('startImport', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { source: { type: 'file', files: [key] }, target },
  });
  return ended(world, run.id);
}

/** The run when it has ended; the test's own timeout ends the wait. */
export async function ended({ api, admin, organization }: TestOrganization, importRunId: string): Promise<ImportRun> {
  for (;;) {
    const run = await api.expect<ImportRun>('getImport', {
      token: admin.token,
      params: { organizationId: organization, importRunId },
    });
    if (run.status !== 'pending' && run.status !== 'in-progress') return run;
    await sleep(50);
  }
}
