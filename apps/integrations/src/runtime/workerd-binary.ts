import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

/** The packages that contain workerd. */
const packages: Record<string, string> = {
  'linux x64': '@cloudflare/workerd-linux-64',
  'linux arm64': '@cloudflare/workerd-linux-arm64',
  'darwin x64': '@cloudflare/workerd-darwin-64',
  'darwin arm64': '@cloudflare/workerd-darwin-arm64',
};

/** The path of the program; undefined on platforms for which there is none. */
export function workerdBinary(): string | undefined {
  const name = packages[`${process.platform} ${process.arch}`];
  if (!name) return undefined;
  try {
    // The package is workerd's own dependency, and may be installed elsewhere than beside it.
    const path = createRequire(require.resolve('workerd')).resolve(`${name}/bin/workerd`);
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
