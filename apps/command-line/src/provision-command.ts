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
  summary: "make the platform's database, roles and schemas, and its place for files",
  usage: '',
  help: [
    'What exists is kept; roles get the passwords given. It reads from the environment:',
    "DATABASE_URL                          an administrator's Postgres address",
    '<SERVICE>_DATABASE_URL                the address of each service with its application role, as the service has it',
    '<SERVICE>_MIGRATION_DATABASE_URL      the same with its owner role',
    'STORAGE_URL                           where files are kept, if the bucket is to be made as well',
  ],
  options: [],
  arguments: [0, 0],
  async run() {
    const adminUrl = required(process.env, 'DATABASE_URL');
    const { database, passwords } = rolesOf(process.env);
    await provision(adminUrl, database, passwords);
    console.log(`The database ${database} has ${SERVICES.length} schemas and ${Object.keys(passwords).length} roles`);
    const storageUrl = process.env.STORAGE_URL;
    if (!storageUrl) return;
    const storage = openStorage(storageUrl);
    await storage.prepare().finally(() => storage.close());
    console.log('The place for files is there');
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
      if (url.username !== role) throw new UsageError(`${name} must have the user ${role}, not ${url.username}`);
      if (!url.password) throw new UsageError(`${name} has no password`);
      passwords[role] = decodeURIComponent(url.password);
      databases.add(decodeURIComponent(url.pathname.slice(1)));
    }
  }
  const [database, other] = databases;
  if (!database || other !== undefined)
    throw new UsageError(`All addresses must name one database, not ${[...databases].join(', ') || 'none'}`);
  return { database, passwords };
}
