import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');

/** The files that its program, `main`, loads at first. */
const loaded = ['libs/service/dist/index.js', 'apps/gateway/dist/index.js'].map((file) => join(root, file));

/** The modules that a process loads with some files, counted by package. */
function packagesOf(files: readonly string[]): Record<string, number> {
  const script = `for (const file of ${JSON.stringify(files)}) require(file);
    const count = {};
    for (const file of Object.keys(require.cache)) {
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(file)?.[1];
      if (name) count[name] = (count[name] ?? 0) + 1;
    }
    process.stdout.write(JSON.stringify(count));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as Record<string, number>;
}

// Each of its replicas has the memory of what it loads, and starts by so much later.
it('starts without what only services with a database need', () => {
  const packages = packagesOf(loaded);
  expect(packages.fastify).toBeGreaterThan(0);
  expect(Object.keys(packages).filter((name) => ['typeorm', '@nestjs/typeorm', 'pg'].includes(name))).toEqual([]);
});
