import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSecrets, serviceDatabase, checkout, DATABASE } from '@bindery/launcher';
import { postgresAddress } from './installation';
import { type Command, UsageError } from './command';

const run = promisify(execFile);

export const adminCommand: Command = {
  summary: 'create the first administrator of an organization',
  usage: 'create --email E --organization T',
  help: [
    '--email E            the e-mail address of the administrator; a new user is created if no user has it',
    '--organization T     the title of the organization; it is created if the administrator has no organization with it',
    '--token new          print a new token if the administrator already exists',
    'The token is not shown again. In a cluster: node admin.js create ... in the image of the identity service.',
  ],
  options: ['email', 'organization', 'token'],
  arguments: [1, 1],
  async run({ args, options }) {
    const { email, organization, token } = options;
    if (args[0] !== 'create' || !email || !organization) throw new UsageError(`Usage: admin ${adminCommand.usage}`);
    if (token !== undefined && token !== 'new') throw new UsageError('--token must be "new"');
    const secrets = await loadSecrets(checkout.secrets);
    const { databaseUrl } = serviceDatabase(await postgresAddress(secrets), DATABASE, 'identity', secrets.roles);
    const program = join(checkout.root, 'apps', 'identity', 'dist', 'admin.js');
    const given = ['create', '--email', email, '--organization', organization, ...(token ? ['--new-token'] : [])];
    try {
      const { stdout } = await run(process.execPath, [program, ...given], {
        env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
      });
      console.log(stdout.trimEnd());
    } catch (error) {
      throw new Error((error as { stderr?: string }).stderr?.trim() || String(error));
    }
  },
};
