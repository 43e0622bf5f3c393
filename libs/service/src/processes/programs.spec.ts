import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredPrograms, workerProgram } from './programs';

const root = join(__dirname, '../../../..');
const homes = readdirSync(join(root, 'apps')).map((name) => `apps/${name}`);

describe.each(homes)('%s', (home) => {
  const { programs, workers } = declaredPrograms(join(root, home));
  const source = (path: string) => join(home, path.replace('dist/', 'src/').replace(/\.js$/, '.ts'));

  it('declares programs that there are', () => {
    const paths = [...Object.values(programs), ...Object.values(workers)].map(source);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('declares every worker', () => {
    const serving = readdirSync(join(root, home, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.spec)\.ts$/.test(path))
      .map((path) => join(home, 'src', path))
      .filter((path) => /\bserveTasks[<(]/.test(readFileSync(join(root, path), 'utf8')));
    expect(serving.sort()).toEqual(Object.values(workers).map(source).sort());
  });
});

it('finds a worker from any folder of its app, and refuses one that is not declared', () => {
  const folder = join(root, 'apps/content/src/interchange/pdf');
  expect(workerProgram(folder, 'print-pdf')).toBe(join(root, 'apps/content/dist/interchange/pdf/pdf-program.js'));
  expect(() => workerProgram(folder, 'nothing')).toThrow(/package\.json declares no worker nothing/);
});
