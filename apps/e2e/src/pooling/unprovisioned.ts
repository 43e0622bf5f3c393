import { openDatabase } from '@bindery/persistence';
import { platformDatabase, type TestDatabase } from '@bindery/testing';
import { Client } from 'pg';
import { silent } from '../messaging/workbench';

/** A database in which the schema of sites is empty. */
export async function emptySites(): Promise<TestDatabase> {
  const { of, ...database } = await platformDatabase({});
  return { ...of('sites'), ...database };
}

/** Changes settings of the role of sites in this database alone, as tests share the roles. */
export async function alterRole({ adminUrl }: TestDatabase, change: string): Promise<void> {
  await run(adminUrl, `alter role bindery_sites in database ${new URL(adminUrl).pathname.slice(1)} ${change}`);
}

/** Makes a table that sites may use, as its migrations do. */
export const createTable = ({ migrationDatabaseUrl }: TestDatabase, definition: string): Promise<void> =>
  run(migrationDatabaseUrl, `create table ${definition}`);

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Connects as the service sites does. */
export const openSites = (databaseUrl: string, connections = 1, sessionTimeout?: number) =>
  openDatabase({
    service: 'sites',
    config: { DATABASE_URL: databaseUrl, DATABASE_POOL: connections },
    entities: [],
    logger: silent,
    sessionTimeout,
  });
