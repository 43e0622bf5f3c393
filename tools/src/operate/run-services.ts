import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { natsLogin, postgresAddress } from '../bindery/installation';
import { serviceDatabase } from '../embedded/provision';
import { loadSecrets } from '../embedded/secrets';
import { checkout } from '../paths';
import { type ServiceName } from '../services';
import { DATABASE } from '../start/backing-servers';
import { secretKeysOf, serviceEnvironment } from '../start/environment';
import { currentRun } from '../start/run-record';

/** What `node main.js <command> --json` prints. */
export interface ServiceReport {
  rows: Record<string, unknown>[];
  summary: string;
  next?: string;
  failed?: boolean;
}

/** Runs a command of a service's program; in the checkout or in any other place where the program and its settings are. */
export async function runService(program: string, words: string[], env: NodeJS.ProcessEnv): Promise<ServiceReport> {
  const child = spawn(process.execPath, [program, ...words, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const line = output.trimEnd().split('\n').at(-1);
  if (!line) throw new Error(errors.trim() || `${program} ended with code ${code}`);
  return JSON.parse(line) as ServiceReport;
}

/** The environments in which the programs of this checkout's services run; Postgres has to be up. */
export async function serviceEnvironments(
  services: readonly ServiceName[],
): Promise<Map<ServiceName, NodeJS.ProcessEnv>> {
  const secrets = await loadSecrets(checkout.secrets);
  const postgres = await postgresAddress(secrets);
  const baseUrl = (await currentRun(checkout))?.baseUrl ?? 'http://127.0.0.1:4000';
  const environments = services.map(async (name) => {
    const connections = {
      nats: await natsLogin(secrets, name),
      database: serviceDatabase(postgres, DATABASE, name, secrets.roles),
      storageUrl: process.env.STORAGE_URL ?? pathToFileURL(checkout.files).href,
      mailUrl: process.env.MAIL_URL || pathToFileURL(checkout.mail).href,
      secretKeys: secretKeysOf(process.env, secrets),
      publicUrl: process.env.PUBLIC_URL ?? baseUrl,
      compileCache: checkout.compileCache,
    };
    return [name, serviceEnvironment(name, 0, connections, process.env)] as const;
  });
  return new Map(await Promise.all(environments));
}

/** Runs a command in the name of each of these services, one after the other, and puts together what they report. */
export async function runServices(services: readonly ServiceName[], words: string[]): Promise<ServiceReport[]> {
  const environments = await serviceEnvironments(services);
  const reports: ServiceReport[] = [];
  for (const [name, env] of environments) {
    const report = await runService(checkout.program(name), words, env);
    reports.push({
      ...report,
      rows: report.rows.map((row) => ({ service: name, ...row })),
      summary: `${name}: ${report.summary}`,
    });
  }
  return reports;
}
