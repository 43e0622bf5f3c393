import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, hostInUrl, checkout } from '@bindery/launcher';

const load = createRequire(__filename);
const port = '../../../launcher/src/embedded/free-port';
jest.mock('../../../launcher/src/embedded/free-port', () => ({
  ...jest.requireActual<object>('../../../launcher/src/embedded/free-port'),
  freePorts: jest.fn(() => Promise.resolve([1])),
}));

describe('module mocks', () => {
  it('replace what is imported, and keep what the factory takes of the module itself', async () => {
    expect(await freePorts(3)).toEqual([1]);
    expect(freePorts).toHaveBeenCalledWith(3);
    expect(hostInUrl('0.0.0.0')).toBe('127.0.0.1');
    expect(jest.requireMock<object>(port)).toHaveProperty('freePorts', freePorts);
  });

  it('have functions that do nothing where there is no factory', () => {
    jest.doMock('node:os');
    const os = jest.requireMock<typeof import('node:os')>('node:os');
    expect(os.tmpdir()).toBeUndefined();
    expect(load('node:os')).toBe(os);
    jest.dontMock('node:os');
    expect((load('node:os') as typeof os).tmpdir()).toBe(tmpdir());
  });

  it('are made anew with the modules, and with those of a part for it alone', () => {
    const before: unknown = load(port);
    jest.isolateModules(() => expect(load(port)).not.toBe(before));
    expect(load(port)).toBe(before);
    jest.resetModules();
    expect(load(port)).not.toBe(before);
  });
});

describe('fake timers', () => {
  afterEach(() => jest.useRealTimers());

  it('have time pass when a test says so', async () => {
    jest.useFakeTimers({ now: 1_000 });
    const heard: number[] = [];
    setTimeout(() => heard.push(Date.now()), 60_000);
    jest.advanceTimersByTime(59_999);
    expect([heard, jest.getTimerCount()]).toEqual([[], 1]);
    await jest.advanceTimersByTimeAsync(1);
    expect(heard).toEqual([61_000]);
  });
});

describe('a run of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-jest-run-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('measures coverage, and shows no file what another has mocked', () => {
    // As all tests run, but for the servers and the order.
    const {
      globalSetup: _up,
      globalTeardown: _down,
      ...config
    } = jest.requireActual<object & Record<string, unknown>>('../../../../jest.config.cjs');
    const own = {
      testMatch: [join(__dirname, '*.fixture.ts')],
      testSequencer: join(__dirname, 'by-path.cjs'),
      coverageReporters: ['json-summary'],
      coverageDirectory: folder,
    };
    const jestProgram = join(checkout.root, 'node_modules/jest/bin/jest.js');
    const args = [jestProgram, '-i', '--coverage', '--config', JSON.stringify({ ...config, ...own })];
    execFileSync(process.execPath, args, { cwd: checkout.root, stdio: 'pipe' });
    const summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as Record<
      string,
      { functions: { total: number; covered: number } }
    >;
    const { functions } = summary[join(checkout.root, 'libs/launcher/src/options.ts')]!;
    expect(functions.covered).toBeGreaterThan(0);
    expect(functions.covered).toBeLessThanOrEqual(functions.total);
  });
});

it('loads what the build has compiled, with the places of its sources', () => {
  const { builtOf } = jest.requireActual<{ builtOf(source: string): string | undefined }>('../../jest/built-file.cjs');
  const { root } = checkout;
  expect(builtOf(join(root, 'tools/src/index.ts'))).toBe(join(root, 'tools/dist/index.js'));
  expect(builtOf(join(root, 'libs/config/src/index.ts'))).toBe(join(root, 'libs/config/dist/index.js'));
  expect(builtOf(__filename)).toBeUndefined();
  expect(builtOf(join(root, 'libs/testing/test/isolated.spec.ts'))).toBeUndefined();
  const stack = (() => {
    try {
      return hostInUrl(Symbol('no host') as never);
    } catch (error) {
      return (error as Error).stack!;
    }
  })();
  const [, line] = /free-port\.ts:(\d+)/.exec(stack)!;
  const source = readFileSync(join(root, 'libs/launcher/src/embedded/free-port.ts'), 'utf8').split('\n');
  expect(source[Number(line) - 1]).toContain('isIPv6(host)');
});

it('has the contexts of modules that a file loads anew end with it, and no others', async () => {
  const Environment = jest.requireActual<
    new (config: object, context: object) => { keepStorages(): void; teardown(): Promise<void> }
  >('../../jest/native-environment.cjs');
  const [shared, storage] = [new AsyncLocalStorage<string>(), new AsyncLocalStorage<string>()];
  await shared.run('all files', async () => {
    const environment = new Environment({ projectConfig: {} }, { docblockPragmas: {} });
    environment.keepStorages();
    await storage.run('one file', async () => {
      expect([shared.getStore(), storage.getStore()]).toEqual(['all files', 'one file']);
      await environment.teardown();
      expect([shared.getStore(), storage.getStore()]).toEqual(['all files', undefined]);
    });
  });
  storage.run('another', () => expect(storage.getStore()).toBe('another'));
});

it('begins with the longest files, which are there', () => {
  const Sequencer = jest.requireActual<
    { longest: string[] } & (new (options: object) => { sort(tests: object[]): { path: string }[] })
  >('../../jest/longest-first.cjs');
  const { longest } = Sequencer;
  expect(longest.filter((name) => !existsSync(join(checkout.root, name)))).toEqual([]);
  const context = { config: {}, hasteFS: { getSize: (path: string) => path.length } };
  const tests = ['another/which/is/larger.spec.ts', longest[1]!, longest[0]!].map((path) => ({ path, context }));
  const sorted = new Sequencer({ contexts: [], globalConfig: {} }).sort(tests).map(({ path }) => path);
  expect(sorted).toEqual([longest[0], longest[1], 'another/which/is/larger.spec.ts']);
});
