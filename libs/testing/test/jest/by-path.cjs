const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs files in the order of their paths. */
module.exports = class ByPath extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
};
