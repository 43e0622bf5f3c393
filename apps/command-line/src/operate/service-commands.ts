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

const ELSEWHERE = 'Without a checkout: run node main.js with the same arguments in the image of a service.';

/** A command that the programs of services carry out, each on its own data. */
function serviceCommand(name: string, words: Words): Command {
  const { options = [], flags = [], services = SERVICES, anyOne = false } = words;
  return {
    ...words,
    help: [
      ...words.help,
      ...(services.length > 1 ? ['--service name       only this service'] : []),
      '--json               print JSON',
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
    summary: 'publish earlier events again',
    usage: 'replay [--since time]',
    help: ['--since time         only events from this time on (default: all that are kept, which is a week)'],
    options: ['since'],
    arguments: [1, 1],
  }),
  'dead-letters': serviceCommand('dead-letters', {
    summary: 'list events that failed on every attempt, or try them again',
    usage: 'list | replay [event]',
    help: ['--consumer name      only events of this consumer'],
    options: ['consumer'],
    arguments: [1, 2],
  }),
  jobs: serviceCommand('jobs', {
    summary: 'list jobs, or cancel one',
    usage: 'list | cancel <id>',
    help: [
      '--state S            pending, running, completed, failed or cancelled (default: jobs that have not ended or have failed)',
      '--kind K             only jobs of this kind',
    ],
    options: ['state', 'kind'],
    arguments: [1, 2],
    anyOne: true,
  }),
  reindex: serviceCommand('reindex', {
    summary: 'repair the search index and the links of all spaces, or of one, in the background',
    usage: '[space]',
    help: [
      '[space]              the title or id of the space',
      'Compares the index with the content. Searches find the old entries until they are replaced.',
    ],
    arguments: [0, 1],
    services: ['content'],
  }),
  purge: serviceCommand('purge', {
    summary: 'remove deleted spaces and unreferenced content before their time',
    usage: 'now [deleted space] [--yes]',
    help: [
      'now                  everything that is due, which the platform also removes by itself later',
      'now <space>          a deleted space, by its title or id; it cannot be restored afterwards',
      '--yes                remove it; without --yes the command only shows it',
    ],
    flags: ['yes'],
    arguments: [1, 2],
    services: ['content'],
  }),
  tokens: serviceCommand('tokens', {
    summary: 'replace an API token by a new one; for a while both are valid',
    usage: 'rotate <token id> [--hours N]',
    help: ['--hours N            the hours for which the old token stays valid (default: 24)'],
    options: ['hours'],
    arguments: [2, 2],
    services: ['identity'],
  }),
  'sign-in': serviceCommand('sign-in', {
    summary: 'make a sign-in link for a user whom e-mail does not reach',
    usage: 'link <e-mail address>',
    help: ['The link works once, within ten minutes. Give it only to that user.'],
    arguments: [2, 2],
    services: ['identity'],
  }),
  sso: serviceCommand('sso', {
    summary: 'stop enforcing single sign-on in an organization to which nobody can sign in',
    usage: 'off <organization>',
    help: ['off <organization>   the id or host name of the organization; its members can sign in by e-mail again'],
    arguments: [2, 2],
    services: ['identity'],
  }),
  reconcile: serviceCommand('reconcile', {
    summary: 'find records of services about objects of other services that no longer exist',
    usage: '[--repair]',
    help: ['--repair             remove the records'],
    flags: ['repair'],
    arguments: [0, 0],
  }),
};

function chosenServices(services: readonly ServiceName[], name: string | undefined): readonly ServiceName[] {
  if (name === undefined) return services;
  const found = services.filter((service) => service === name);
  if (found.length === 0) throw new UsageError(`--service must be one of ${services.join(', ')}`);
  return found;
}

function wordsOf({ args, options, flags }: Invocation, texts: readonly string[], switches: readonly string[]) {
  return [
    ...args,
    ...texts.flatMap((name) => (options[name] === undefined ? [] : [`--${name}=${options[name]}`])),
    ...switches.filter((name) => flags.has(name)).map((name) => `--${name}`),
  ];
}
