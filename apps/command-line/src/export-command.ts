import { mkdir } from 'node:fs/promises';
import type { Space, SpaceExportRun } from '@bindery/contracts';
import { Progress, since } from '@bindery/launcher';
import { type ApiClient } from './api-client';
import { unzip } from './archive';
import {
  type Command,
  connection,
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  ORGANIZATION_HELP,
  organizationOf,
  userPath,
} from './command';
import { followJob } from './follow-job';
import { findSpace } from './find-by-name';

export const exportCommand: Command = {
  summary: 'write a space to a folder in Git Sync format',
  usage: '<space> <folder>',
  help: [
    '<space>              the title or id of the space',
    '<folder>             the folder to write the files to',
    ORGANIZATION_HELP,
    ...CONNECTION_HELP,
  ],
  options: CONNECTION_OPTIONS,
  arguments: [2, 2],
  async run(invocation) {
    const [wanted, target] = invocation.args as [string, string];
    const folder = userPath(target);
    const api = await connection(invocation);
    const { id } = await findSpace<Space>(api, await organizationOf(invocation, api), wanted);
    const progress = new Progress();
    const begun = performance.now();
    const run = await exportSpace(
      api,
      id,
      (text) => progress.step(`Exporting: ${text}`),
      (job) => progress.line(`Export ${job} (npm run bindery -- jobs list)`),
    );
    if (!run.url) throw new Error(run.error ?? `The export ended as ${run.status}`);
    progress.step('Exporting: downloading');
    const bytes = await api.download(run.url);
    await mkdir(folder, { recursive: true });
    progress.line(`✓ Exported ${await unzip(bytes, folder)} files to ${folder} in ${since(begun)}`);
  },
};

/** Exports a space and returns the ended run of any status. Calls `begun` with its id as soon as there is one. */
export async function exportSpace(
  api: ApiClient,
  space: string,
  progress: (text: string) => void,
  begun: (id: string) => void = () => undefined,
): Promise<SpaceExportRun> {
  const exports = `/spaces/${space}/exports`;
  const run = await api.post<SpaceExportRun>(exports, {});
  begun(run.id);
  return followJob({
    begun: run,
    look: () => api.get<SpaceExportRun>(`${exports}/${run.id}`),
    hasEnded: ({ status }) => status !== 'pending' && status !== 'in-progress',
    progress: (now, trouble) => progress(trouble ? `${describe(now)} (${trouble})` : describe(now)),
    name: `The export ${run.id}`,
  });
}

function describe({ status, progress: { pages, files } }: SpaceExportRun): string {
  if (status === 'pending') return 'waiting';
  return `${pages.done} of ${pages.total} pages, ${files.done} of ${files.total} files`;
}
