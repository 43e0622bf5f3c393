import { DataSource, type MixedList, type MigrationInterface } from 'typeorm';
import { connectionProblem } from '@bindery/config';
import type { Database } from './database';

export type Migrations = (new () => MigrationInterface)[];

/**
 * Applies the missing migrations to a schema, as its owner, one transaction for each. Replicas that start together wait for each
 * other on an advisory lock. Returns the names of the applied migrations.
 */
export async function migrate(url: string, schema: string, migrations: Migrations): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: migrations as MixedList<new () => MigrationInterface>,
    migrationsTableName: 'migration',
    extra: { max: 2, options: `-c search_path=${schema},public -c lock_timeout=10s` },
  });
  await source.initialize().catch((error: unknown) => {
    throw connectionProblem('MIGRATION_DATABASE_URL', url, error) ?? error;
  });
  const runner = source.createQueryRunner();
  try {
    // Another replica may have many migrations to apply, so this lock has no limit: the limit is for locks on tables.
    await runner.query(`set lock_timeout = 0`);
    await runner.query(`select pg_advisory_lock(hashtext($1))`, [`migrate ${schema}`]);
    return (await source.runMigrations({ transaction: 'each' })).map(({ name }) => name);
  } finally {
    await runner.query(`select pg_advisory_unlock(hashtext($1))`, [`migrate ${schema}`]).catch(() => undefined);
    await runner.release();
    await source.destroy();
  }
}

/** Whether the schema has all of these migrations; it may have more, of a later release. */
export async function isMigrated(database: Database, migrations: Migrations): Promise<boolean> {
  const names = migrations.map((Migration) => new Migration().name ?? Migration.name);
  const [row] = await database.query<{ applied: number }>(
    'select count(distinct name)::int as applied from migration where name = any($1)',
    [names],
  );
  return row?.applied === names.length;
}
