import { type Command, type Invocation, UsageError } from '../command';
import { SERVICES, type ServiceName } from '@bindery/launcher';
import { printReports } from './print-reports';
import { runServices } from './run-services';

interface Words {
  summary: string;
  usage: string;
  help: string[];
  options?: readonly string[];
  flags?: readonly string[];
  arguments: readonly [least: number, most: number];
  /** The services that have the command; all of them by default. */
  services?: readonly ServiceName[];
  /** Enough when one service has done it. */
  anyOne?: boolean;
}

const ELSEWHERE = 'Elsewhere, in the image of a service: node main.js with the same words.';

/** A command that the programs of services carry out, each on its own data. */
function serviceCommand(name: string, words: Words): Command {
  const { options = [], flags = [], services = SERVICES, anyOne = false } = words;
  return {
    ...words,
    help: [
      ...words.help,
      ...(services.length > 1 ? ['--service name       only this one'] : []),
      '--json               as JSON',
      ELSEWHERE,
    ],
    options: [...options, 'service'],
    flags: [...flags, 'json'],
    async run(invocation) {
      const chosen = chosenServices(services, invocation.options.service);
      const reports = await runServices(chosen, [name, ...wordsOf(invocation, options, flags)]);
      printReports(reports, invocation.flags.has('json'));
      const failed = reports.filter((report) => report.failed).length;
      if (anyOne ? failed === reports.length : failed > 0) process.exitCode = 1;
    },
  };
}

export const serviceCommands: Record<string, Command> = {
  outbox: serviceCommand('outbox', {
    summary: 'publish events again that were published before',
    usage: 'replay [--since time]',
    help: ['--since time         from then on (default: all that are kept, which is a week)'],
    options: ['since'],
    arguments: [1, 1],
  }),
  'dead-letters': serviceCommand('dead-letters', {
    summary: 'list events that failed on every attempt, or have them tried once more',
    usage: 'list | replay [event]',
    help: ['--consumer name      only those of this consumer'],
    options: ['consumer'],
    arguments: [1, 2],
  }),
  jobs: serviceCommand('jobs', {
    summary: 'list long work, or cancel one of it',
    usage: 'list | cancel <id>',
    help: [
      '--state S            pending, running, completed, failed or cancelled (default: what has not ended or failed)',
      '--kind K             only this kind',
    ],
    options: ['state', 'kind'],
    arguments: [1, 2],
    anyOne: true,
  }),
  reindex: serviceCommand('reindex', {
    summary: 'mend search and links of all spaces, or of one, in the background',
    usage: '[space]',
    help: [
      '[space]              its title or its id',
      'What is indexed is compared with the content; until it is replaced it is found.',
    ],
    arguments: [0, 1],
    services: ['content'],
  }),
  purge: serviceCommand('purge', {
    summary: 'remove deleted spaces and content that nothing holds, without waiting for their time',
    usage: 'now [deleted space] [--yes]',
    help: [
      'now                  what is past its time, which the platform does by itself sooner or later',
      'now <space>          a deleted space, by its title or its id, which nobody can restore from then on',
      '--yes                do it; without it only shown',
    ],
    flags: ['yes'],
    arguments: [1, 2],
    services: ['content'],
  }),
  tokens: serviceCommand('tokens', {
    summary: 'replace an API token by another one; for a while both are good',
    usage: 'rotate <token id> [--hours N]',
    help: ['--hours N            for which the old one stays good (default: 24)'],
    options: ['hours'],
    arguments: [2, 2],
    services: ['identity'],
  }),
  'sign-in': serviceCommand('sign-in', {
    summary: 'make a link that signs a user in, for whom mail does not reach',
    usage: 'link <e-mail address>',
    help: ['The link is good once, for ten minutes: give it to nobody else.'],
    arguments: [2, 2],
    services: ['identity'],
  }),
  reconcile: serviceCommand('reconcile', {
    summary: 'find what services keep about objects of others that are gone',
    usage: '[--repair]',
    help: ['--repair             have the services remove it, as they do when such an object ends'],
    flags: ['repair'],
    arguments: [0, 0],
  }),
};

function chosenServices(services: readonly ServiceName[], name: string | undefined): readonly ServiceName[] {
  if (name === undefined) return services;
  const found = services.filter((service) => service === name);
  if (found.length === 0) throw new UsageError(`--service takes one of ${services.join(', ')}`);
  return found;
}

function wordsOf({ args, options, flags }: Invocation, texts: readonly string[], switches: readonly string[]) {
  return [
    ...args,
    ...texts.flatMap((name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`])),
    ...switches.filter((name) => flags.has(name)).map((name) => `--${name}`),
  ];
}
