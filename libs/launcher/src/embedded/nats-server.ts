import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedServer } from './embedded-server';
import { freePorts } from './free-port';
import { natsConfig, type NatsConfig } from './nats-config';
import { exitOf, isProcess, spawnLogged, stopProcess } from './processes';

interface NatsOptions {
  binary: string;
  /** Holds the configuration with the passwords (readable by its owner alone) and the streams. */
  folder: string;
  logFile: string;
  /** A free one is taken when absent. */
  port?: number;
  accounts: NatsConfig['accounts'];
}

/**
 * Starts nats-server with JetStream on 127.0.0.1 and answers once it accepts connections. A server that a killed run
 * left on the same folder is stopped first.
 * Throws with the end of the log when it does not within 20 s.
 */
export async function startNats({
  binary,
  folder,
  logFile,
  port: wanted,
  accounts,
}: NatsOptions): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await stopLeftNats(folder);
  const port = wanted ?? (await freePorts(1))[0]!;
  const file = natsConfigFile(folder);
  await writeFile(file, natsConfig({ port, pidFile: pidFile(folder), storeFolder: folder, accounts }), { mode: 0o600 });
  await chmod(file, 0o600);
  const child = spawnLogged({
    command: binary,
    args: ['-c', file],
    // One thread for the server's code: a platform under load uses a tenth of it, and with several they wake each other for every message.
    env: { PATH: process.env.PATH, GOMAXPROCS: '1' },
    cwd: folder,
    logFile,
  });
  const exited = exitOf(child);
  await ready(port, exited, logFile);
  const pid = child.pid!;
  return { url: `nats://127.0.0.1:${port}`, port, pid, exited, stop: () => stopProcess(pid) };
}

/** Stops the server that runs on this folder, if one does: its process id and its command line both have to name it. */
export async function stopLeftNats(folder: string): Promise<boolean> {
  const pid = Number(await readFile(pidFile(folder), 'utf8').catch(() => '0'));
  return pid > 0 && (await isProcess(pid, natsConfigFile(folder))) && stopProcess(pid);
}

function pidFile(folder: string): string {
  return join(folder, 'nats.pid');
}

function natsConfigFile(folder: string): string {
  return join(folder, 'nats.conf');
}

async function ready(port: number, exited: Promise<string>, logFile: string): Promise<void> {
  let ended: string | undefined;
  void exited.then((how) => (ended = how));
  for (const end = Date.now() + 20_000; Date.now() < end && ended === undefined; await delay(10)) {
    if (await greets(port)) return;
  }
  const log = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');
  throw new Error(`nats-server ${ended ?? 'was not ready within 20 s'}. The end of ${logFile}:\n${log}`);
}

/** A server says INFO to everyone who connects. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('data', (data) => answer(data.toString('latin1').startsWith('INFO ')));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
  });
}
