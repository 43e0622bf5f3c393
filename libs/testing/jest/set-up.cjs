const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/**
 * Jest calls this once before a run. Tests run the sources, but what they start as a process of its own is a compiled program, as
 * is the rest of this set-up, so all of it must be up to date.
 */
module.exports = async function setUp() {
  execFileSync(process.execPath, [join(__dirname, '../../../tools/build.mjs')]);
  await require('../dist/run/jest-setup.js').default();
};
