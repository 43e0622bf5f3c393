import { randomBytes } from 'node:crypto';
import { EMPTY_DATABASE, type TestServers } from '../run/test-servers';
import { serviceDatabase, type ServiceDatabase, type ServiceName, snakeCase, withDatabase } from '@bindery/launcher';
import { Client } from 'pg';
import { testServers } from './broker-client';

/** Brings the schema of one service up to date and closes all its connections. */
export type Migrate = (database: ServiceDatabase) => Promise<unknown>;

export interface PlatformDatabase {
  /** The URLs of a service in this database. */
  of(service: ServiceName): ServiceDatabase;
  /** As the administrator: for looking into every schema. */
  adminUrl: string;
  /** Removes the database and ends connections to it. */
  drop(): Promise<void>;
}

export type TestDatabase = ServiceDatabase & Pick<PlatformDatabase, 'adminUrl' | 'drop'>;

/**
 * A new database with the migrated schema of one service. The first call of a test run migrates into a template; all
 * calls copy it (some 30 ms). The `migrate` function must be the same one for a service in a whole run.
 */
export async function templateDatabase(service: ServiceName, migrate: Migrate): Promise<TestDatabase> {
  const { of, adminUrl, drop } = await platformDatabase({ [service]: migrate });
  return { ...of(service), adminUrl, drop };
}

/** Like {@link templateDatabase} for several services in one database; those not named have an empty schema. */
export async function platformDatabase(migrations: Partial<Record<ServiceName, Migrate>>): Promise<PlatformDatabase> {
  const servers = await testServers();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(servers, async (admin) => {
    const template = await migratedTemplate(servers, admin, migrations);
    await copyDatabase(admin, template, name);
  });
  return {
    of: (service) => serviceDatabase(servers.adminUrl, name, service, servers.rolePasswords),
    adminUrl: withDatabase(servers.adminUrl, name),
    drop: () =>
      asAdministrator(servers, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(
        () => undefined,
      ),
  };
}

async function migratedTemplate(
  servers: TestServers,
  admin: Client,
  migrations: Partial<Record<ServiceName, Migrate>>,
): Promise<string> {
  const services = (Object.keys(migrations) as ServiceName[]).sort();
  const template = ['template', ...services.map(snakeCase)].join('_').slice(0, 63);
  // One worker migrates, the others wait; the lock ends with the connection in any case.
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const partial = `${template.slice(0, 59)}_new`;
    await admin.query(`DROP DATABASE IF EXISTS ${partial} WITH (FORCE)`);
    await copyDatabase(admin, EMPTY_DATABASE, partial);
    for (const service of services) {
      await migrations[service]?.(serviceDatabase(servers.adminUrl, partial, service, servers.rolePasswords));
    }
    await admin.query(`ALTER DATABASE ${partial} RENAME TO ${template}`);
  }
  await admin.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  return template;
}

/** Copies the files of a database. By default Postgres copies through its log, which takes ten times the processor time. */
const copyDatabase = (admin: Client, from: string, to: string) =>
  admin.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);

async function asAdministrator<T>(servers: TestServers, use: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: servers.adminUrl });
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.end();
  }
}
