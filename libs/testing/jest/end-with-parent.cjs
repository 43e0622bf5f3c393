const { whenOrphaned } = require('../../launcher/when-orphaned.cjs');

/** A worker of Jest ends when the process that runs the tests was killed, and what it started ends with it. */
const registered = Symbol.for('bindery.endsWithParent');

if (process.send && !process[registered]) {
  process[registered] = true;
  // Not by listening for the end of the channel: a listener keeps the worker alive.
  whenOrphaned(() => process.kill(process.pid, 'SIGKILL'));
}
