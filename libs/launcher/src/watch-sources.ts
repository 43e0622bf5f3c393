import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';

/** An editor writes several files, or one of them more than once: changes within this many milliseconds are one. */
const quiet = 200;

/** Calls `changed` when sources of a service or of a library have changed: again only once it has returned. */
export function watchSources(root: string, service: string, changed: () => Promise<void>): { close(): void } {
  const libraries = readdirSync(join(root, 'libs')).map((name) => join(root, 'libs', name, 'src'));
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (running = running.then(changed)), quiet);
  };
  const watchers = [join(root, 'apps', service, 'src'), ...libraries].map((folder) =>
    watch(folder, { recursive: true }, (_, file) => {
      if (file && /\.ts$/.test(file) && !/\.spec\.ts$/.test(file)) wait();
    }),
  );
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Compiles what changed. Reports the errors of the compiler and returns false where there are some. */
export async function compile(root: string, report: (line: string) => void): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'tools', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) report(`✗ Not compiled:\n${errors.trimEnd()}`);
  return code === 0;
}
