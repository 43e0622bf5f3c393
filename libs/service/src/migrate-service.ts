import { postgresAddress, readConfig } from '@bindery/config';
import { migrate, schemaOf } from '@bindery/persistence';
import type { ServiceDefinition } from './service-definition';
import { migrationsOf } from './start-service';

const migrationSettings = {
  MIGRATION_DATABASE_URL: postgresAddress("the service's Postgres address, with its owner role"),
};

/** Applies the missing migrations of a service and logs their names. Needs only the setting `MIGRATION_DATABASE_URL`. */
export async function migrateService(definition: ServiceDefinition, env: NodeJS.ProcessEnv): Promise<void> {
  const { MIGRATION_DATABASE_URL: url } = readConfig(migrationSettings, env);
  const applied = await migrate(url, schemaOf(definition.name), migrationsOf(definition));
  process.stdout.write(`${definition.name}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}\n`);
}
