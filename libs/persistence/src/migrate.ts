import { DataSource, type MixedList, type MigrationInterface } from 'typeorm';

export type Migrations = (new () => MigrationInterface)[];

/**
 * Brings a schema up to date with its owner's role, one transaction a migration. Replicas that start together wait for
 * each other on an advisory lock.
 */
export async function migrate(url: string, schema: string, migrations: Migrations): Promise<void> {
  const source = await new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: migrations as MixedList<new () => MigrationInterface>,
    migrationsTableName: 'migration',
    extra: { max: 2, options: `-c search_path=${schema},public -c lock_timeout=10s` },
  }).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query(`select pg_advisory_lock(hashtext($1))`, [`migrate ${schema}`]);
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await runner.query(`select pg_advisory_unlock(hashtext($1))`, [`migrate ${schema}`]).catch(() => undefined);
    await runner.release();
    await source.destroy();
  }
}
