const testTimeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

const ofTimers = [
  ...['advanceTimersByTime', 'advanceTimersByTimeAsync', 'advanceTimersToNextTimer', 'advanceTimersToNextTimerAsync'],
  ...['clearAllTimers', 'getRealSystemTime', 'getTimerCount', 'now', 'runAllTicks', 'runAllTimers'],
  ...['runAllTimersAsync', 'runOnlyPendingTimers', 'runOnlyPendingTimersAsync', 'setSystemTime'],
];

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
    useFakeTimers: (options) => environment.fakeTimersModern.useFakeTimers(options),
    useRealTimers: () => environment.fakeTimersModern.useRealTimers(),
  };
  for (const [name, act] of Object.entries({ ...chained, doMock: chained.mock, dontMock: chained.unmock }))
    jest[name] = (...args) => {
      act(...args);
      return jest;
    };
  for (const name of ofTimers) jest[name] = (...args) => environment.fakeTimersModern[name](...args);
  return jest;
}

module.exports = { jestObject };
