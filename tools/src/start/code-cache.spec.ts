import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkout } from '../paths';

const program = `
  const value = require('./value');
  const { load, where } = require('./loads');
  load().then((imported) => {
    console.log(JSON.stringify({
      value, imported, where: where(), required: require('./module.mjs').default, failure: failure(),
      resolved: require.resolve('./value'), isMain: require.main === module, folder: __dirname, file: __filename,
      loaded: Object.keys(require.cache).length,
    }));
    setTimeout(() => undefined, 400);
  });
  function failure() {
    try {
      require('./broken');
    } catch (error) {
      return error.stack.split('\\n').slice(0, 5);
    }
  }
`;
const loads = `exports.where = () => new Error('here').stack.split('\\n')[1]; exports.load = async () => (await import('./module.mjs')).default;`;

describe('the cache of compiled code', () => {
  let folder: string;
  let cache: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'code-cache-'));
    cache = join(folder, 'cache');
    writeFileSync(join(folder, 'program.js'), program);
    writeFileSync(join(folder, 'value.js'), `#!/usr/bin/env node\nmodule.exports = 'first';`);
    writeFileSync(join(folder, 'loads.js'), loads);
    writeFileSync(join(folder, 'module.mjs'), `export default 'of a module';`);
    writeFileSync(join(folder, 'broken.js'), `const = 1;`);
    writeFileSync(
      join(folder, 'ahead.js'),
      `require(${JSON.stringify(checkout.codeCache)}).keepCompiledCode(${JSON.stringify(cache)}, 'program.js', 200);`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (...ahead: string[]): Promise<Record<string, unknown>> => {
    const args = [...ahead, join(folder, 'program.js')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: {} });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const withCache = () => run('--require', './ahead.js');
  const file = () => join(cache, readdirSync(cache)[0]!);
  const state = () => `${statSync(file()).ino} ${statSync(file()).mtimeMs}`;

  it('runs modules as Node does, with and without what was kept', async () => {
    const { loaded, ...plain } = await run();
    expect(plain).toMatchObject({ value: 'first', imported: 'of a module', isMain: true });
    for (let turn = 0; turn < 2; turn += 1) {
      const { loaded: alsoLoaded, ...answer } = await withCache();
      expect(answer).toEqual(plain);
      // Itself and what loads it.
      expect(alsoLoaded).toBe((loaded as number) + 2);
    }
  });

  it('writes when something is missing, and only then', async () => {
    await withCache();
    expect(readdirSync(cache)).toEqual(['program_js']);
    const first = state();
    await withCache();
    expect(state()).toBe(first);
  });

  it('takes nothing from another version of a source, of the same length too', async () => {
    await withCache();
    const first = state();
    writeFileSync(join(folder, 'value.js'), `#!/usr/bin/env node\nmodule.exports = 'other';`);
    expect(await withCache()).toMatchObject({ value: 'other' });
    expect(state()).not.toBe(first);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['changed in its list', (bytes: Buffer) => Buffer.from(bytes).fill(0, 200, 300)],
    ['changed in the code', (bytes: Buffer) => Buffer.from(bytes).fill(0, bytes.length - 300, bytes.length - 200)],
  ])('does without a file that is %s, and replaces it', async (_how, damage) => {
    await withCache();
    const whole = readFileSync(file()).length;
    writeFileSync(file(), damage(readFileSync(file())));
    expect(await withCache()).toMatchObject({ value: 'first' });
    expect(readFileSync(file()).length).toBeGreaterThan(whole / 2);
    const replaced = state();
    await withCache();
    expect(state()).toBe(replaced);
  });
});
