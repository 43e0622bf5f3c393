import {
  whenOrphaned,
  Progress,
  since,
  checkout,
  Launcher,
  HELP,
  startOptions,
  type StartOptions,
  RunRecord,
  seed,
} from '@bindery/launcher';
import { ApiClient } from '../api-client';
import { greeting } from './greeting';
import { signInLink } from './sign-in-link';
import { welcome } from './welcome';

/** `npm start`: brings the platform up and answers once it is stopped. `begun` is when the command was given. */
export async function main(args: string[], begun: number): Promise<void> {
  const options = startOptions(args);
  if (!options) return console.log(HELP);
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

  const launcher = new Launcher(checkout, record, progress, process.env, options);
  const signalled = stopOnSignals(launcher, progress);
  try {
    await Promise.race([bringUp(launcher, options, progress, begun), signalled]);
    await signalled;
  } catch (error) {
    progress.line(`\n✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    await launcher.stop();
  }
  // Nothing is left to wait for; an idle connection of fetch must not delay the shell's prompt.
  process.exit();
}

async function bringUp(
  launcher: Launcher,
  { port, host, watch }: StartOptions,
  progress: Progress,
  begun: number,
): Promise<void> {
  const { baseUrl, identity } = await launcher.start(port, host);
  progress.step('Looking for the first organization');
  const { token, organization } = await seed(checkout, baseUrl, identity);
  const publicUrl = process.env.PUBLIC_URL?.replace(/\/+$/, '') || baseUrl;
  const api = new ApiClient(baseUrl, token, publicUrl);
  const site = await welcome(checkout, api, organization, progress);
  progress.line(`✓ Ready in ${since(begun)}`);
  const { email, link } = await signInLink(api, identity);
  progress.line(`\n${greeting({ publicUrl, baseUrl, token, email, link, site })}`);
  if (watch) launcher.watch(watch);
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
