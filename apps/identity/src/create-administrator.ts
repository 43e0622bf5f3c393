import { parseArgs } from 'node:util';
import { isEmail } from 'class-validator';
import { ConfigError } from '@bindery/config';
import { withSetup } from './setup';

class UsageError extends Error {}

const USAGE = 'node admin.js create --email <address> --organization <title> [--new-token]';

/**
 * Creates the first administrator: a user, an organization, and a token that is shown only once. A repeated run creates
 * missing parts and, unless `--new-token` is given, no further token.
 */
async function createAdministrator(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { email, title, newToken } = read(args);
  const { user, organization, token } = await withSetup(env, async (setup) => {
    const user = await setup.user(email, email.split('@')[0]!);
    const organization = await setup.organization(title, user.id);
    const token = user.made || newToken ? await setup.token(user.id, 'First administrator') : undefined;
    return { user, organization, token };
  });
  return [
    `${user.made ? 'Made' : 'There is'} the user ${email} (${user.id})`,
    `${organization.made ? 'Made' : 'There is'} the organization ${title} (${organization.id})`,
    token ? `Token, shown this once: ${token}` : 'No new token: sign in by e-mail, or run this again with --new-token',
  ].join('\n');
}

function read(args: string[]): { email: string; title: string; newToken: boolean } {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      organization: { type: 'string' },
      'new-token': { type: 'boolean', default: false },
    },
  });
  if (positionals.join(' ') !== 'create') throw new UsageError(USAGE);
  const { email = '', organization: title = '', 'new-token': newToken } = values;
  if (!isEmail(email)) throw new UsageError(`--email must be an e-mail address: ${USAGE}`);
  if (title.trim().length < 2 || title.length > 255)
    throw new UsageError(`--organization must be a title of 2 to 255 characters: ${USAGE}`);
  return { email, title: title.trim(), newToken };
}

/** The program `admin.js`: prints its result, or the error in the arguments or the settings. */
export async function administer(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    process.stdout.write(`${await createAdministrator(args, env)}\n`);
  } catch (error) {
    // parseArgs throws a TypeError that names the argument.
    const isKnown = [ConfigError, UsageError, TypeError].some((kind) => error instanceof kind);
    process.stderr.write(`${isKnown ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  }
}
