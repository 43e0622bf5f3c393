/** Jest calls this once after a run, in the process of its set-up. */
module.exports = () => require('../dist/testing/jest-teardown.js').default();
