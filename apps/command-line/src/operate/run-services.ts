import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { natsLogin, postgresAddress } from '../installation';
import { UsageError } from '../command';
import {
  LOOPBACK,
  serviceDatabase,
  loadSecrets,
  checkout,
  type ServiceName,
  DATABASE,
  secretKeysOf,
  serviceEnvironment,
  signingKeysOf,
  currentRun,
} from '@bindery/launcher';

/** The output of `node main.js <command> --json`. */
export interface ServiceReport {
  rows: Record<string, unknown>[];
  summary: string;
  next?: string;
  failed?: boolean;
}

/** Runs a command of a service's program in a process of its own, whose memory is free again afterwards. */
export async function runService(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<ServiceReport> {
  const child = spawn(process.execPath, [program, ...words, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const line = output.trimEnd().split('\n').at(-1);
  if (!line) throw new Error(errors.trim() || `${program} ended with code ${code}`);
  return JSON.parse(line) as ServiceReport;
}

/** The environments in which the programs of this checkout's services run; Postgres has to be up. */
async function serviceEnvironments(services: readonly ServiceName[]): Promise<Map<ServiceName, NodeJS.ProcessEnv>> {
  const secrets = await loadSecrets(checkout.secrets);
  const postgres = await postgresAddress(secrets);
  const baseUrl = (await currentRun(checkout))?.baseUrl ?? 'http://127.0.0.1:4000';
  const environments = services.map(async (name) => {
    const connections = {
      host: LOOPBACK,
      nats: await natsLogin(secrets, name),
      database: serviceDatabase(postgres, DATABASE, name, secrets.roles),
      storageUrl: process.env.STORAGE_URL ?? pathToFileURL(checkout.files).href,
      mailUrl: process.env.MAIL_URL || pathToFileURL(checkout.mail).href,
      secretKeys: secretKeysOf(name, process.env, secrets),
      signingKeys: signingKeysOf(name, secrets),
      publicUrl: process.env.PUBLIC_URL ?? baseUrl,
      compileCache: checkout.compileCache,
    };
    return [name, serviceEnvironment(name, 0, connections, process.env)] as const;
  });
  return new Map(await Promise.all(environments));
}

/**
 * Runs a command in the name of each of these services and puts together what they report. All of it happens in this
 * process: what services share is loaded once, which is most of what their programs load.
 */
export async function runServices(services: readonly ServiceName[], words: string[]): Promise<ServiceReport[]> {
  const environments = await serviceEnvironments(services);
  const { definitionOf, operate, OperatorError } = serviceProgram();
  const reporting = services.map(async (name): Promise<ServiceReport> => {
    const env = environments.get(name)!;
    const { report } = await operate(await definitionOf(name, env), words, env);
    return {
      ...report,
      rows: report.rows.map((row) => ({ service: name, ...row })),
      summary: `${name}: ${report.summary}`,
    };
  });
  await Promise.allSettled(reporting);
  return Promise.all(reporting).catch((error: unknown) => {
    throw error instanceof OperatorError ? new UsageError(error.message) : error;
  });
}

/**
 * The services and their library, as the program of all services loads them. Other commands, and the image that has only
 * those, do without.
 */
function serviceProgram() {
  const file = checkout.module('bindery');
  const load = createRequire(file);
  const { definitionOf } = load(file) as typeof import('@bindery/bindery');
  const { operate, OperatorError } = load('@bindery/service') as typeof import('@bindery/service');
  return { definitionOf, operate, OperatorError };
}
