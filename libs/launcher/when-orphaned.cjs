const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

/**
 * Acts once, soon after the parent of this process has ended. npm does not pass SIGTERM on to its scripts: it ends with its shell,
 * and the script is left without a parent. A SIGKILL ends npm alone and leaves its shell between: there npm itself is watched.
 */
function whenOrphaned(act) {
  const parent = process.ppid;
  const npm = process.env.npm_lifecycle_event ? parentOfShell(parent) : undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return;
    clearInterval(watch);
    act();
  }, 500);
  watch.unref();
}

/** The parent of a shell; undefined for other programs, and where it cannot be found out or is the first process. */
function parentOfShell(pid) {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8')
        : execFileSync('ps', ['-o', 'pid=,comm=,state=,ppid=', '-p', String(pid)], { encoding: 'utf8' });
    const [, name, parent] = /^\s*\d+ +\(?([^ )]+)\)? +\S+ +(\d+)/.exec(text) ?? [];
    return /(^|[/-])(sh|ash|bash|dash|zsh)$/.test(name) && Number(parent) > 1 ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { whenOrphaned };
