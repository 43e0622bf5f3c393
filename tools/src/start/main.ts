import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ApiClient } from '../bindery/api-client';
import { importSource } from '../bindery/import-source';
import { Progress, since } from '../console/progress';
import type { Developer } from '../developer';
import { writePrivately } from '../embedded/secrets';
import { checkout, type Paths } from '../paths';
import { Launcher } from './launcher';
import { RunRecord } from './run-record';
import { seed } from './seed';

const DEFAULT_PORT = 4_000;

const HELP = `npm start [-- --port N]

Runs the whole platform on this machine. Data is kept in .bindery/ between runs; Ctrl-C stops everything.

  --port N   the port of the API (default ${DEFAULT_PORT}; the next free one if it is taken)

Environment:
  DATABASE_URL   an administrator's URL of a Postgres server to use instead of an embedded one
  NATS_URL       a NATS server with JetStream to use instead of an embedded one
  PUBLIC_URL, TRUST_PROXY, CORS_ORIGINS, SIGN_UP, ORGANIZATION_CREATION, OUTBOUND_ALLOW, LOG_LEVEL, STORAGE_URL,
  MAIL_URL (smtp://...; without it mails are written to .bindery/mail and shown here), MAIL_FROM, RATE_LIMIT`;

/** `npm start`: brings the platform up and answers once it is stopped. `begun` is when the command was given. */
export async function main(args: string[], begun: number): Promise<void> {
  const port = wantedPort(args);
  if (port === undefined) return console.log(HELP);
  // A reader that went away (a closed terminal, a pipe into head) must not end the platform.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const progress = new Progress();
  const record = await RunRecord.claim(checkout);
  if (!(record instanceof RunRecord)) {
    const where = record.baseUrl ? `at ${record.baseUrl}` : 'and is still starting';
    console.error(`Bindery already runs ${where} (process ${record.pid}). Stop it with: npm run bindery -- stop`);
    process.exitCode = 1;
    return;
  }

  const launcher = new Launcher(checkout, record, progress, process.env);
  const signalled = stopOnSignals(launcher, progress);
  try {
    await Promise.race([bringUp(launcher, port, progress, begun), signalled]);
    await signalled;
  } catch (error) {
    progress.line(`\n✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    await launcher.stop();
  }
  // Nothing is left to wait for; an idle connection of fetch must not delay the shell's prompt.
  process.exit();
}

async function bringUp(launcher: Launcher, port: number, progress: Progress, begun: number): Promise<void> {
  const { baseUrl, identity } = await launcher.start(port);
  progress.step('Looking for the first organization');
  const developer = await seed(checkout, baseUrl, identity);
  await importWelcome(checkout, developer, progress);
  progress.line(`✓ Ready in ${since(begun)}\n`);
  progress.line(greeting(developer));
}

/** Imports the sample documentation once. The platform is useful without it, so a failure is only told. */
async function importWelcome(paths: Paths, developer: Developer, progress: Progress): Promise<void> {
  if (existsSync(paths.welcome)) return;
  const api = new ApiClient(developer.baseUrl, developer.token, process.env.PUBLIC_URL?.replace(/\/+$/, ''));
  try {
    const run = await importSource(
      api,
      { source: paths.sampleDocs, organization: developer.organization, title: 'Welcome' },
      (text) => progress.step(`Importing the sample documentation: ${text}`),
    );
    if (run.status !== 'completed') throw new Error(run.error ?? `the import ended as ${run.status}`);
    await writePrivately(paths.welcome, { spaces: run.spaces });
    progress.line(`✓ Sample documentation in the space "Welcome"`);
  } catch (error) {
    progress.line(`! The sample documentation was not imported: ${(error as Error).message}`);
  }
}

function greeting({ baseUrl, token }: Developer): string {
  return [
    `  API             ${baseUrl}/v1`,
    `  API reference   ${baseUrl}/docs`,
    `  Sign in         ${baseUrl}/sign-in`,
    `  Token           ${token}`,
    '',
    '  Try it:',
    `    curl -H "Authorization: Bearer ${token}" ${baseUrl}/v1/user`,
    '  Load your documentation (a folder, a zip or a git URL in Git Sync format):',
    `    npm run bindery -- import <folder> --space "Docs"`,
    '',
    '  Logs are in .bindery/logs. Ctrl-C stops everything.',
  ].join('\n');
}

/** The port asked for, or undefined when help was. */
function wantedPort(args: string[]): number | undefined {
  const { values } = parseArgs({ args, options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) return undefined;
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port must be a number from 1 to 65535, not ${values.port}`);
  return port;
}

/**
 * Answers when the platform has been stopped by a signal. One Ctrl-C arrives twice under npm (from the terminal and from
 * npm), so only the first signal counts; every stop has a time limit, so none has to be forced.
 */
function stopOnSignals(launcher: Launcher, progress: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      progress.line('\nStopping');
      launcher.stop().then(() => {
        progress.line('✓ Stopped');
        resolve();
      }, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    if (process.env.npm_lifecycle_event) whenOrphaned(stop);
  });
}

/** npm does not pass SIGTERM on to its scripts: it ends with its shell, and the script is left without a parent. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
