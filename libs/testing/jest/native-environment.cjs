const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { ModuleMocker } = require('jest-mock');

const realExit = process.exit;
const realConsole = console;

/**
 * The storages of contexts that files have used. Node 20 copies the content of each to every promise: those of modules that a file has
 * loaded anew would take most of the time of later files. Those of other modules stay, as a service that files share may be using them.
 */
const storages = (globalThis[Symbol.for('bindery.storages')] ??= storagesInUse());

function storagesInUse() {
  const inUse = new Set();
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (...args) {
    inUse.add(this);
    return run.apply(this, args);
  };
  return inUse;
}

/** Closes the services that files of this process share (`libs/testing/src/run/close-at-end.ts`). They start again when a file needs them. */
const closeShared = () => globalThis[Symbol.for('bindery.closeAtEnd')]?.closeAll();

/** Tests in the realm of Node itself, not in a context of their own: what they load is what production loads. */
class NativeEnvironment {
  constructor({ projectConfig }, { docblockPragmas, testPath }) {
    this.global = globalThis;
    this.testPath = testPath;
    this.projectConfig = projectConfig;
    /** Whether the file loads the product anew, as it says with `@isolated` in its first comment. */
    this.isIsolated = 'isolated' in docblockPragmas;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.symbols = new Set(Object.getOwnPropertySymbols(globalThis));
  }

  /** Services that files share wait with Node's own timers: while these are fake, their work would be lost. */
  async setup() {
    if (/useFakeTimers|mock\.timers\.enable/.test(readFileSync(this.testPath, 'utf8'))) await closeShared();
  }

  /** Called before the file loads the product's modules anew. */
  keepStorages() {
    this.keptStorages ??= new Set(storages);
  }

  disableOwnStorages() {
    for (const storage of this.keptStorages ? storages : []) {
      if (this.keptStorages.has(storage)) continue;
      storage.disable();
      storages.delete(storage);
    }
  }

  /** Made by the first file that asks for fake timers. */
  get fakeTimersModern() {
    const { ModernFakeTimers } = require('@jest/fake-timers');
    this.timers ??= new ModernFakeTimers({ config: this.projectConfig, global: globalThis });
    return this.timers;
  }

  async teardown() {
    if (this.timers) {
      this.timers.dispose();
      await closeShared();
    }
    this.moduleMocker.restoreAllMocks();
    this.disableOwnStorages();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (this.symbols.has(symbol) || Symbol.keyFor(symbol) !== undefined) continue;
      // The state of jest-circus for this file, under a symbol that no other file finds.
      forget(globalThis[symbol].rootDescribeBlock);
      delete globalThis[symbol];
    }
    process.exit = realExit;
    globalThis.console = realConsole;
  }

  getVmContext() {
    return null;
  }
}

/** Lets go of the tests, and with them of all that they hold: some of Node's own objects know of the test that made them. */
function forget({ hooks, children } = { hooks: [], children: [] }) {
  for (const child of children) if (child.type === 'describeBlock') forget(child);
  // Errors hold the functions of their stack.
  for (const one of [...hooks.splice(0), ...children.splice(0)])
    Object.assign(one, { fn: undefined, asyncError: undefined });
}

module.exports = NativeEnvironment;
