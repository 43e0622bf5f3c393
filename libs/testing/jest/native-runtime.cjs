const Module = require('node:module');
const { readFileSync } = require('node:fs');
const { sep } = require('node:path');
const { builtOf } = require('./built-file.cjs');
const { jestObject } = require('./jest-object.cjs');
const { ModuleMocks } = require('./module-mocks.cjs');
const runnerContexts = require('./runner-contexts.cjs');

/** By which jest-circus knows what listens to the events of a file. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');
const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** TypeScript is compiled when it is required. */
Module._extensions['.ts'] = (module, filename) => module._compile(NativeRuntime.current.compile(filename), filename);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  return (
    NativeRuntime.current?.mapped(request, parent?.filename) ?? resolveFilename.call(this, request, parent, ...rest)
  );
};

const load = Module._load;
Module._load = function (request, parent, ...rest) {
  if (request === 'node:async_hooks' && parent?.filename === NativeRuntime.runner) return runnerContexts;
  const mock = NativeRuntime.current?.mocks.at(request, parent);
  return mock ? mock() : load.call(this, request, parent, ...rest);
};

/**
 * Loads modules as Node does, once for all the files of a worker: most files need the same thousand of them, and to load
 * them anew for each took a third of a run. A file that registers something for good loads the product's modules anew, and
 * so does one that mocks a module, as those that import it are loaded already.
 */
class NativeRuntime {
  /** That of the file that runs. */
  static current;
  /** The path of the test runner. */
  static runner;
  /** Paths of source maps by those of compiled files. */
  static sourceMaps = new Map();

  constructor(config, environment, resolver, transformer, _cacheFS, coverage, testPath) {
    NativeRuntime.current = this;
    this.config = config;
    this.environment = environment;
    this.resolver = resolver;
    this.transformer = transformer;
    this.coverage = coverage;
    this.testPath = testPath;
    this.mocks = new ModuleMocks(testPath, environment.moduleMocker, () => this.loadAnew());
    if (environment.isIsolated) this.loadAnew();
    environment.global.jest = jestObject(this);
  }

  compile(filename) {
    const built = this.coverage.collectCoverage ? undefined : builtOf(filename);
    if (built) {
      NativeRuntime.sourceMaps.set(filename, `${built}.map`);
      return readFileSync(built, 'utf8');
    }
    const options = {
      isInternalModule: false,
      supportsDynamicImport: false,
      supportsStaticESM: false,
      ...this.coverage,
    };
    const { code, sourceMapPath } = this.transformer.transform(filename, options, readFileSync(filename, 'utf8'));
    if (sourceMapPath) NativeRuntime.sourceMaps.set(filename, sourceMapPath);
    return code;
  }

  /** The path of a library of this workspace: its sources. */
  mapped(request, from) {
    return request.startsWith('@bindery/') ? this.resolver.resolveModule(from, request) : undefined;
  }

  requireModule(path) {
    return require(path);
  }

  /** The test runner keeps its state in its module, so each file gets its own. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[eventHandlers];
    delete globalThis[testTimeout];
    NativeRuntime.runner = path;
    return require(path);
  }

  teardown() {
    delete require.cache[this.testPath];
    // Node remembers the children of each module: through the test runner, all objects of a test file would stay in memory.
    module.children.length = 0;
    if (this.kept) {
      this.setAside();
      Object.assign(require.cache, this.kept);
    }
  }

  getSourceMaps() {
    return NativeRuntime.sourceMaps;
  }

  /** The coverage since the file before: modules are shared between files, so their counts are reset. */
  getAllCoverageInfoCopy() {
    const counted = globalThis.__coverage__;
    const copy = structuredClone(counted);
    for (const { s, f, b } of Object.values(counted ?? {})) {
      for (const counts of [s, f]) for (const key of Object.keys(counts)) counts[key] = 0;
      for (const counts of Object.values(b)) counts.fill(0);
    }
    return copy;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  unstable_shouldLoadAsEsm() {
    return false;
  }

  /** Has the file load the product's modules anew from now on, and those after it what was loaded before. */
  loadAnew() {
    this.environment.keepStorages();
    const own = this.setAside();
    this.kept ??= own;
  }

  resetModules() {
    this.loadAnew();
    this.mocks.renew();
  }

  /** Runs something with modules of its own. */
  isolateModules(work) {
    const before = this.setAside();
    const back = this.mocks.renew();
    try {
      work();
    } finally {
      this.setAside();
      Object.assign(require.cache, before);
      back();
    }
  }

  /** Takes the modules of the product out of those that are loaded, and answers them. */
  setAside() {
    const own = Object.entries(require.cache).filter(
      ([path]) => path.startsWith(this.config.rootDir + sep) && !path.includes(`${sep}node_modules${sep}`),
    );
    for (const [path] of own) delete require.cache[path];
    return Object.fromEntries(own);
  }

  clearAllMocks() {
    this.environment.moduleMocker.clearAllMocks();
  }

  resetAllMocks() {
    this.environment.moduleMocker.resetAllMocks();
  }

  restoreAllMocks() {
    this.environment.moduleMocker.restoreAllMocks();
  }
}

module.exports = NativeRuntime;
