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
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`alter role bindery_sites in database ${new URL(adminUrl).pathname.slice(1)} ${change}`);
  await admin.end();
}

/** Connects as the service sites does. */
export const openSites = (databaseUrl: string) =>
  openDatabase({
    service: 'sites',
    config: { DATABASE_URL: databaseUrl, DATABASE_POOL: 1 },
    entities: [],
    logger: silent,
  });
