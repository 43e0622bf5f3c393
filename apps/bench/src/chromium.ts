import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium as `CHROMIUM_PATH` names it, or as it is found on the path. */
export const chromiumPath = [
  process.env.CHROMIUM_PATH,
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium')),
].find((path) => path && isExecutable(path));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
