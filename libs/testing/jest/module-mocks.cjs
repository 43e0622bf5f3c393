const Module = require('node:module');

/** Modules that a test file has replaced. */
class ModuleMocks {
  /** By the path of the module: what makes and keeps its exports. */
  byPath = new Map();
  /** The path of the one that is loaded although it is mocked. */
  actual;

  /** `beforeFirst` is called before the first mock is there. */
  constructor(testPath, moduleMocker, beforeFirst) {
    this.require = Module.createRequire(testPath);
    this.moduleMocker = moduleMocker;
    this.beforeFirst = beforeFirst;
  }

  /** The function that returns the exports of a mocked module; undefined for other modules. */
  at(request, parent) {
    if (this.byPath.size === 0) return undefined;
    const path = withoutScheme(Module._resolveFilename(request, parent));
    return path === this.actual ? undefined : this.byPath.get(path)?.exports;
  }

  /** Without a factory the exports are those of the module, with functions that do nothing. */
  set(name, factory = () => this.automatic(name)) {
    if (this.byPath.size === 0) this.beforeFirst();
    this.byPath.set(this.pathOf(name), { factory, exports: once(factory) });
  }

  delete(name) {
    this.byPath.delete(this.pathOf(name));
  }

  /** Has factories make exports anew from now on; answers what goes back to those that were made before. */
  renew() {
    const before = this.byPath;
    this.byPath = new Map([...before].map(([path, { factory }]) => [path, { factory, exports: once(factory) }]));
    return () => (this.byPath = before);
  }

  requireActual(name) {
    const before = this.actual;
    this.actual = this.pathOf(name);
    try {
      return this.require(name);
    } finally {
      this.actual = before;
    }
  }

  requireMock(name) {
    return this.byPath.get(this.pathOf(name))?.exports() ?? this.automatic(name);
  }

  automatic(name) {
    return this.moduleMocker.generateFromMetadata(this.moduleMocker.getMetadata(this.requireActual(name)));
  }

  pathOf(name) {
    return withoutScheme(this.require.resolve(name));
  }
}

const withoutScheme = (path) => path.replace(/^node:/, '');

function once(make) {
  let made;
  return () => (made ??= { exports: make() }).exports;
}

module.exports = { ModuleMocks };
