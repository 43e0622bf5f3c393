/** Jest calls this once after a run, in the process of its set-up. */
module.exports = () => require('../dist/run/jest-teardown.js').default();
