const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** Services that files of a worker share wait with the same timers: what they do while these are fake would be lost. */
function refuseFakeTimers() {
  throw new Error('Files share the timers of Node, so they cannot be fake: give the code a clock, or a short time');
}

/** The object `jest` of a test file: paths of modules are those from that file. */
function jestObject(runtime) {
  const { environment, mocks } = runtime;
  const { moduleMocker } = environment;
  const jest = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    replaceProperty: moduleMocker.replaceProperty.bind(moduleMocker),
    isMockFunction: moduleMocker.isMockFunction.bind(moduleMocker),
    mocked: (value) => value,
    requireActual: (name) => mocks.requireActual(name),
    requireMock: (name) => mocks.requireMock(name),
    createMockFromModule: (name) => mocks.automatic(name),
  };
  const chained = {
    clearAllMocks: () => runtime.clearAllMocks(),
    resetAllMocks: () => runtime.resetAllMocks(),
    restoreAllMocks: () => runtime.restoreAllMocks(),
    mock: (name, factory) => mocks.set(name, factory),
    unmock: (name) => mocks.delete(name),
    resetModules: () => runtime.resetModules(),
    isolateModules: (work) => runtime.isolateModules(work),
    setTimeout: (milliseconds) => (globalThis[testTimeout] = milliseconds),
    useFakeTimers: refuseFakeTimers,
  };
  for (const [name, act] of Object.entries({ ...chained, doMock: chained.mock, dontMock: chained.unmock }))
    jest[name] = (...args) => {
      act(...args);
      return jest;
    };
  return jest;
}

module.exports = { jestObject };
