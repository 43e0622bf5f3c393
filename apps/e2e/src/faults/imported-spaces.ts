import type { ImportRun } from '@bindery/contracts';
import type { BenchPlatform } from '@bindery/bench';
import { zipOf } from '@bindery/testing';
import { eventually } from './kill';

/** Imports files as its developer does; answers the ids of the spaces that come of them. */
export async function importedSpaces(
  { api, developer: { organization } }: BenchPlatform,
  files: Record<string, string | Buffer>,
  target: object,
): Promise<string[]> {
  const archive = await zipOf(files);
  const file = { name: 'docs.zip', type: 'application/zip', size: archive.length };
  const { url, key } = await api.post<{ url: string; key: string }>(`/orgs/${organization}/storage/upload`, {
    file,
    kind: 'import_file',
  });
  await api.put(url, archive, file.type);
  const source = { type: 'file', files: [key] };
  const { id } = await api.post<ImportRun>(`/org/${organization}/imports`, { source, target });
  const run = await eventually(async () => {
    const found = await api.get<ImportRun>(`/org/${organization}/imports/${id}`);
    return found.status === 'completed' ? found : undefined;
  });
  return run.spaces.map((space) => space.id);
}
