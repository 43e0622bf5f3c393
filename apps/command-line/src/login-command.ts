import { checkout, readDeveloper } from '@bindery/launcher';
import { type Command, type Invocation, UsageError } from './command';
import { Logins } from './logins';
import { logIn, logOut } from './oauth-login';

export const loginCommand: Command = {
  summary: 'log in to a platform with the browser',
  usage: '[--url base]',
  help: [
    '--url base           the platform (default: the one of this checkout)',
    'Prints a URL. Open it in a browser, choose the permissions of the command line, and allow it. Commands without',
    '--token then act as you, until you log out or revoke the login among your API tokens.',
  ],
  options: ['url'],
  arguments: [0, 0],
  async run(invocation) {
    const url = await platformOf(invocation);
    const login = await logIn(url, (address) => {
      console.log(`Open this URL in a browser:\n\n  ${address}\n\nWaiting for your answer …`);
    });
    await new Logins(checkout.logins).keep(login);
    console.log(`✓ Logged in at ${url}`);
  },
};

export const logoutCommand: Command = {
  summary: 'log out of a platform',
  usage: '[--url base]',
  help: ['--url base           the platform (default: the one of this checkout)'],
  options: ['url'],
  arguments: [0, 0],
  async run(invocation) {
    const logins = new Logins(checkout.logins);
    const url = await platformOf(invocation, (await logins.all())[0]?.url);
    const login = await logins.of(url);
    if (!login) throw new UsageError(`You are not logged in at ${url}`);
    await logins.remove(url);
    await logOut(login).catch((error: Error) => {
      throw new Error(`The login is removed here, but ${error.message}: revoke it among your API tokens`);
    });
    console.log(`✓ Logged out at ${url}`);
  },
};

async function platformOf({ options }: Invocation, otherwise?: string): Promise<string> {
  const url = options.url ?? otherwise ?? (await readDeveloper(checkout))?.baseUrl;
  if (url === undefined) throw new UsageError('No platform was started in this checkout: give --url');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url "${url}" is not a URL such as https://docs.example.com`);
  return url.replace(/\/+$/, '');
}
