import { parseArgs } from 'node:util';
import { readConfig, serviceSettings } from '@bindery/config';
import { Keyring, Nats, RequestSigner, RpcClient } from '@bindery/messaging';
import { createLogger } from '@bindery/observability';
import { openDatabase } from '@bindery/persistence';
import { openStorage, ScopedStorage, storageScopes } from '@bindery/storage';
import type { ServiceDefinition } from '../service-definition';
import { deadLettersList, deadLettersReplay, outboxReplay } from './event-commands';
import { jobsCancel, jobsList } from './job-commands';
import { keysRotate } from './keys-rotate';
import { reconcile } from './reconcile';
import {
  OperatorError,
  type OperatorCommand,
  type OperatorInput,
  type OperatorReport,
  type OperatorTools,
} from './operator-command';

/** Milliseconds that a command waits for a session of the database: somebody waits for it, and no request does. */
const SESSION_TIMEOUT = 30_000;

const shared: OperatorCommand[] = [
  outboxReplay,
  deadLettersList,
  deadLettersReplay,
  jobsList,
  jobsCancel,
  keysRotate,
  reconcile,
];

/** The commands that a service's program takes besides `migrate`. */
const commandsOf = (definition: ServiceDefinition): OperatorCommand[] => [...shared, ...(definition.commands ?? [])];

/**
 * Runs an operator's command in the name of a service, and answers what it found or did. Throws `OperatorError` for a
 * command line that is wrong and `ConfigError` for settings that are missing.
 */
export async function operate(
  definition: ServiceDefinition,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ report: OperatorReport; json: boolean }> {
  const commands = commandsOf(definition);
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  if (!command) throw new OperatorError(`There is no command ${words[0]}; there are:\n${overviewOf(commands)}`);
  const { json, ...input } = inputOf(command, words.slice(command.name.split(' ').length));
  const { tools, close } = await openTools(definition, env);
  try {
    return { report: await command.run(tools, input), json };
  } finally {
    await close();
  }
}

/** One line for each command. */
const overviewOf = (commands: OperatorCommand[]): string =>
  ['migrate', ...commands.map(({ name, usage }) => `${name} ${usage} [--json]`)].map((line) => `  ${line}`).join('\n');

function inputOf(command: OperatorCommand, args: string[]): OperatorInput & { json: boolean } {
  const texts = Object.fromEntries((command.options ?? []).map((name) => [name, { type: 'string' as const }]));
  const flags = Object.fromEntries(
    ['json', ...(command.flags ?? [])].map((name) => [name, { type: 'boolean' as const }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options: { ...texts, ...flags }, allowPositionals: true });
    const [least, most] = command.arguments ?? [0, 0];
    if (positionals.length < least || positionals.length > most) throw new Error('the number of arguments is wrong');
    const given = Object.entries(values);
    return {
      args: positionals,
      options: Object.fromEntries(given.filter((value): value is [string, string] => typeof value[1] === 'string')),
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      json: values.json === true,
    };
  } catch (error) {
    throw new OperatorError(`${command.name} ${command.usage}: ${(error as Error).message}`);
  }
}

async function openTools(definition: ServiceDefinition, env: NodeJS.ProcessEnv) {
  const { name, entities } = definition;
  const config = readConfig(serviceSettings, env);
  const logger = createLogger(name, 'error');
  const { db, close } = await openDatabase({
    service: name,
    config: { ...config, DATABASE_POOL: 2 },
    entities,
    logger,
    sessionTimeout: SESSION_TIMEOUT,
  });
  const storage = new ScopedStorage(openStorage(config.STORAGE_URL), storageScopes[name]!);
  let nats: Promise<Nats> | undefined;
  const tools: OperatorTools = {
    definition,
    config,
    db,
    storage,
    rpc: async () =>
      new RpcClient(await (nats ??= Nats.connect(name, config, logger)), new RequestSigner(new Keyring(name, config))),
  };
  return {
    tools,
    close: async () => {
      await (await nats)?.close();
      await storage.close();
      await close();
    },
  };
}
