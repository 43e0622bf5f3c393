import { mkdir } from 'node:fs/promises';
import { Progress, since } from '../console/progress';
import { unzip } from './archive';
import { type Command, connection, CONNECTION_HELP, userPath } from './command';

export const exportCommand: Command = {
  summary: 'write a space to a folder in Git Sync format',
  usage: '<space> <folder>',
  help: [
    '<space>              the id of the space',
    '<folder>             where its files are written',
    ...CONNECTION_HELP,
  ],
  options: ['url', 'token'],
  arguments: [2, 2],
  async run(invocation) {
    const [space, target] = invocation.args as [string, string];
    const folder = userPath(target);
    const api = await connection(invocation);
    const progress = new Progress();
    const begun = performance.now();
    progress.step('Exporting');
    const { url } = await api.get<{ url: string }>(`/spaces/${encodeURIComponent(space)}/export`);
    const bytes = await api.download(url);
    await mkdir(folder, { recursive: true });
    progress.line(`✓ Exported ${await unzip(bytes, folder)} files to ${folder} in ${since(begun)}`);
  },
};
