import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { checkout, type Developer, readDeveloper } from '@bindery/launcher';
import { ApiClient } from './api-client';
import { Logins } from './logins';
import { all } from './find-by-name';
import { renewed } from './oauth-login';
import { UsageError } from './usage-error';

export { UsageError };

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** The arguments after the command's name, such as `<folder> --space "Docs"`. */
  usage: string;
  /** A line for each option and argument. */
  help: string[];
  /** The command's options that take text. */
  options: readonly string[];
  /** Those that are given or not. */
  flags?: readonly string[];
  /** The least and most arguments without a name. */
  arguments: readonly [least: number, most: number];
  run(invocation: Invocation): Promise<void>;
}

export interface Invocation {
  args: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

/** The options of every command that talks to a platform. */
export const CONNECTION_OPTIONS = ['url', 'token', 'organization'] as const;
export const CONNECTION_HELP = [
  '--url base           the platform (default: the one of this checkout)',
  '--token T            an API token (default: that of a login, or the one of the first start)',
];
export const ORGANIZATION_HELP =
  '--organization O     the title or the id of the organization (default: the first one)';

/** Reads the arguments after a command's name; `undefined` when help was requested. Throws `UsageError`. */
export function parseInvocation(command: Command, args: string[]): Invocation | undefined {
  const options = Object.fromEntries(command.options.map((name) => [name, { type: 'string' as const }]));
  const flags = Object.fromEntries((command.flags ?? []).map((name) => [name, { type: 'boolean' as const }]));
  const help = { help: { type: 'boolean' as const, short: 'h' } };
  const { values, positionals } = parse(args, { ...options, ...flags, ...help });
  if (values.help) return undefined;
  const [least, most] = command.arguments;
  if (positionals.length < least) throw new UsageError(`An argument is missing; usage: ${command.usage}`);
  if (positionals.length > most)
    throw new UsageError(`"${positionals[most]}" is one argument too many; put a title with spaces in quotes`);
  const given = Object.entries(values);
  return {
    args: positionals,
    options: Object.fromEntries(given.filter((value): value is [string, string] => typeof value[1] === 'string')),
    flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
  };
}

/** A path as the user meant it: npm runs its scripts in the folder of the workspace, not where the user is. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** A client of the platform that the options name, or of the one of this checkout. */
export async function connection(invocation: Invocation): Promise<ApiClient> {
  const { url, token } = await target(invocation);
  if (url && token) return new ApiClient(url, token);
  throw new UsageError(
    'No platform was started in this checkout: run npm start first, log in, or give --url and --token',
  );
}

/** The organization to work in: the one that the options name, the first of this checkout, or the first of the token. */
export async function organizationOf(invocation: Invocation, api: ApiClient): Promise<string> {
  const wanted = invocation.options.organization;
  if (wanted === undefined) return (await target(invocation)).organization ?? firstOrganization(api);
  const found: { id: string; title: string }[] = [];
  for await (const organization of all<{ id: string; title: string }>(api, '/orgs')) {
    if (organization.id === wanted) return wanted;
    if (organization.title === wanted) found.push(organization);
  }
  if (found.length !== 1)
    throw new UsageError(
      `${found.length === 0 ? 'No organization is' : 'Several organizations are'} called "${wanted}"; its id names it as well`,
    );
  return found[0]!.id;
}

async function target({ options }: Invocation) {
  const developer: Partial<Developer> = (await readDeveloper(checkout)) ?? {};
  const logins = new Logins(checkout.logins);
  const url = options.url?.replace(/\/+$/, '') ?? developer.baseUrl ?? (await logins.all())[0]?.url;
  // The token of this checkout belongs to this checkout's platform: no other address is given it.
  const own = url === developer.baseUrl ? developer : {};
  const token = options.token ?? (url && (await loggedIn(logins, url))) ?? own.token;
  const organization = token === own.token ? own.organization : undefined;
  return { url, token, organization };
}

/** The token of a login at the platform, renewed where it has to be. */
async function loggedIn(logins: Logins, url: string): Promise<string | undefined> {
  if (!(await logins.of(url))) return undefined;
  // A refresh token is good once: of two commands at the same time, one renews and the other reads what it was given.
  return logins.exclusively(async () => {
    const login = await logins.of(url);
    if (!login) return undefined;
    const current = await renewed(login);
    if (current !== login) await logins.keep(current);
    return current.accessToken;
  });
}

async function firstOrganization(api: ApiClient): Promise<string> {
  const { items } = await api.get<{ items: { id: string }[] }>('/orgs?limit=1');
  if (!items[0]) throw new UsageError('The token belongs to no organization');
  return items[0].id;
}

function parse(args: string[], options: ParseArgsConfig['options']) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
