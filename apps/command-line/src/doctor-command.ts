import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { variablePrefix } from './cluster/variables';
import { examine, type Installation } from './doctor/examine';
import {
  serviceDatabase,
  loadSecrets,
  checkout,
  PROCESSES,
  type ProcessName,
  SERVICES,
  DATABASE,
  secretKeysOf,
  currentRun,
  type Run,
} from '@bindery/launcher';
import { type Command, UsageError } from './command';
import { natsLogin, postgresAddress } from './installation';

export const doctorCommand: Command = {
  summary: 'check a running installation and suggest what to do',
  usage: '',
  help: [
    '--health pattern     the health URL of processes, such as http://bindery-{name}:8080, or that of a single process with all services;',
    '                     then all other settings come from the environment: PUBLIC_URL, STORAGE_URL, MAIL_URL, NATS_URL with NATS_CA, NATS_USER, NATS_PASSWORD and STREAM_REPLICAS,',
    '                     and <SERVICE>_DATABASE_URL; a part whose setting is missing is not checked',
    'Without --health: the platform of this checkout. Ends with code 1 if something is wrong.',
  ],
  options: ['health'],
  arguments: [0, 0],
  async run({ options: { health } }) {
    const installation = health ? installationIn(health, process.env) : await ofCheckout(process.env);
    const findings = await examine(installation);
    for (const { about, holds, detail, remedy } of findings) {
      console.log(`${holds ? '✓' : '✗'} ${about}: ${detail}`);
      if (remedy) console.log(`  ${remedy}`);
    }
    const wrong = findings.filter(({ holds }) => !holds).length;
    console.log(wrong === 0 ? 'All is well' : `${wrong} of ${findings.length} checks failed`);
    if (wrong > 0) process.exitCode = 1;
  },
};

/** An installation as the environment of the command describes it, with the health URL of its processes. */
export function installationIn(pattern: string, env: NodeJS.ProcessEnv): Installation {
  const user = PROCESSES.find((name) => name === env.NATS_USER);
  return {
    health: Object.fromEntries(PROCESSES.map((name) => [name, pattern.replace('{name}', name)])),
    databases: Object.fromEntries(
      SERVICES.flatMap((name) => {
        const url = env[`${variablePrefix(name)}_DATABASE_URL`];
        return url ? [[name, url]] : [];
      }),
    ),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    storageUrl: env.STORAGE_URL,
    mailUrl: env.MAIL_URL,
    oldKeys: env.SECRET_KEY_OLD ? env.SECRET_KEY_OLD.split(',').length : 0,
    ...(env.NATS_URL &&
      user && {
        nats: {
          url: env.NATS_URL,
          authority: env.NATS_CA,
          name: user,
          user: env.NATS_USER,
          password: env.NATS_PASSWORD,
          replicas: Number(env.STREAM_REPLICAS) || undefined,
        },
      }),
  };
}

async function ofCheckout(env: NodeJS.ProcessEnv): Promise<Installation> {
  const run = await currentRun(checkout);
  if (!run) throw new UsageError('No platform runs in this checkout: run npm start first, or give --health');
  const secrets = await loadSecrets(checkout.secrets);
  const postgres = await postgresAddress(secrets);
  return {
    health: Object.fromEntries(PROCESSES.map((name) => [name, healthOf(name, run)])),
    databases: Object.fromEntries(
      SERVICES.map((name) => [name, serviceDatabase(postgres, DATABASE, name, secrets.roles).databaseUrl]),
    ),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? run.baseUrl,
    storageUrl: env.STORAGE_URL ?? pathToFileURL(checkout.files).href,
    mailUrl: env.MAIL_URL ?? pathToFileURL(checkout.mail).href,
    ...(!env.DATABASE_URL && { backedUpAt: await backedUpAt() }),
    oldKeys: Math.max(...SERVICES.map((name) => keysIn(secretKeysOf(name, env, secrets).SECRET_KEY_OLD))),
    nats: { name: 'gateway', ...(await natsLogin(secrets, 'gateway')) },
  };
}

const keysIn = (list = ''): number => list.split(',').filter(Boolean).length;

/** The gateway, and with it all processes that are one, may listen on another address than the loopback. */
const healthOf = (name: ProcessName, { ports, baseUrl = '' }: Run): string =>
  name === 'gateway' || !ports?.[name] ? baseUrl : `http://127.0.0.1:${ports[name]}`;

/** As the last backup has noted it. */
async function backedUpAt(): Promise<Date | null> {
  const note = await readFile(checkout.backedUp, 'utf8').catch(() => undefined);
  return note === undefined ? null : new Date((JSON.parse(note) as { at: string }).at);
}
