const { ModuleMocker } = require('jest-mock');

const realExit = process.exit;
const realConsole = console;

/** Tests in the realm of Node itself, not in a context of their own: what they load is what production loads. */
class NativeEnvironment {
  constructor(_config, { docblockPragmas }) {
    this.global = globalThis;
    /** Whether the file loads the product anew, as it says with `@isolated` in its first comment. */
    this.isIsolated = 'isolated' in docblockPragmas;
    this.moduleMocker = new ModuleMocker(globalThis);
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    process.exit = realExit;
    globalThis.console = realConsole;
  }

  exportConditions() {
    return ['node', 'node-addons', 'module-sync', 'require'];
  }

  getVmContext() {
    return null;
  }
}

module.exports = NativeEnvironment;
