import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSecrets, serviceDatabase, checkout, DATABASE } from '@bindery/launcher';
import { postgresAddress } from './installation';
import { type Command, UsageError } from './command';

const run = promisify(execFile);

export const adminCommand: Command = {
  summary: 'make the first administrator of an organization',
  usage: 'create --email E --organization T',
  help: [
    '--email E            the address of the administrator, who is made if nobody has it',
    '--organization T     the title of the organization, which is made if the administrator has none of it',
    '--token new          a further token, when the administrator exists already',
    'The token is shown this once. In a cluster: node admin.js create ... in the image of the identity service.',
  ],
  options: ['email', 'organization', 'token'],
  arguments: [1, 1],
  async run({ args, options }) {
    const { email, organization, token } = options;
    if (args[0] !== 'create' || !email || !organization) throw new UsageError(`It needs ${adminCommand.usage}`);
    if (token !== undefined && token !== 'new') throw new UsageError('--token takes "new" and nothing else');
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
