const hooks = require('node:async_hooks');

const kept = new hooks.AsyncLocalStorage();

/** Takes the place of AsyncLocalStorage. Each instance is the same storage. */
class KeptStorage {
  constructor() {
    return kept;
  }
}

/**
 * The module `node:async_hooks` for the test runner, which each file loads anew, and with it a storage of contexts. Node 20 copies the
 * content of each storage that was ever used to every promise: with a hundred files this took a third of a worker's time.
 */
module.exports = { ...hooks, AsyncLocalStorage: KeptStorage };
