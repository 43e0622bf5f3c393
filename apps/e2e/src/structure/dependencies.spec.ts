import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');

it('each package declares what its sources import, at the versions of the workspace', () => {
  expect(execFileSync(process.execPath, ['tools/dependencies.mjs', '--check'], { cwd: root, encoding: 'utf8' })).toBe(
    '',
  );
});
