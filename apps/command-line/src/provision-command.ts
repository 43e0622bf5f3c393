import { openStorage } from '@bindery/storage';
import { databaseRoles, provision, type RolePasswords, SERVICES } from '@bindery/launcher';
import { variablePrefix } from './cluster/variables';
import { type Command, UsageError } from './command';

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name]?.trim();
  if (!value) throw new UsageError(`${name} is missing`);
  return value;
};

export const provisionCommand: Command = {
  summary: "create the platform's database, roles, schemas and file storage",
  usage: '[--take-over]',
  help: [
    'Keeps what exists, and sets the passwords of the roles. Reads these environment variables:',
    'DATABASE_URL                          the Postgres URL of an administrator',
    '<SERVICE>_DATABASE_URL                the Postgres URL of each service with its application role, as the service has it',
    '<SERVICE>_MIGRATION_DATABASE_URL      the same with its owner role',
    'STORAGE_URL                           the file storage, to create its bucket as well',
    'INSTALLATION                          the id of the installation, with which it marks the server as its own',
    '',
    '--take-over    also where another installation uses the server, which can no longer connect then',
  ],
  options: [],
  flags: ['take-over'],
  arguments: [0, 0],
  async run({ flags }) {
    const adminUrl = required(process.env, 'DATABASE_URL');
    const { database, passwords } = rolesOf(process.env);
    const id = process.env.INSTALLATION?.trim() || undefined;
    await provision(adminUrl, database, passwords, { id, takesOver: flags.has('take-over') });
    console.log(`The database ${database} has ${SERVICES.length} schemas and ${Object.keys(passwords).length} roles`);
    const storageUrl = process.env.STORAGE_URL;
    if (!storageUrl) return;
    const storage = openStorage(storageUrl);
    await storage.prepare().finally(() => storage.close());
    console.log('The file storage is ready');
  },
};

/** The database and the passwords that the addresses of all services name. Throws `UsageError`. */
export function rolesOf(env: NodeJS.ProcessEnv): { database: string; passwords: RolePasswords } {
  const databases = new Set<string>();
  const passwords: RolePasswords = {};
  for (const service of SERVICES) {
    const { owner, app } = databaseRoles(service);
    const prefix = variablePrefix(service);
    for (const [name, role] of [
      [`${prefix}_DATABASE_URL`, app],
      [`${prefix}_MIGRATION_DATABASE_URL`, owner],
    ] as const) {
      const url = new URL(required(env, name));
      if (url.username !== role) throw new UsageError(`${name} must have the user name ${role}, not ${url.username}`);
      if (!url.password) throw new UsageError(`${name} has no password`);
      passwords[role] = decodeURIComponent(url.password);
      databases.add(decodeURIComponent(url.pathname.slice(1)));
    }
  }
  const [database, other] = databases;
  if (!database || other !== undefined)
    throw new UsageError(`All URLs must have the same database, not ${[...databases].join(', ') || 'none'}`);
  return { database, passwords };
}
