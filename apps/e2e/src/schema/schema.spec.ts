import { migrate, schemaOf } from '@bindery/persistence';
import { migrationsOf } from '@bindery/service';
import { definitionOf, templateDatabase } from '@bindery/testing';
import { SERVICES } from '@bindery/launcher';
import { DataSource } from 'typeorm';

/** Indexes, checks and foreign keys stand in migrations alone: entities cannot say all that ours do. */
const aboutConstraints = /(DROP|CREATE( UNIQUE)?) INDEX|(DROP|ADD) CONSTRAINT/;

it.each(SERVICES)("%s's entities have the columns that its migrations make", async (name) => {
  const definition = await definitionOf(name);
  const database = await templateDatabase(name, ({ migrationDatabaseUrl }) =>
    migrate(migrationDatabaseUrl, schemaOf(name), migrationsOf(definition)),
  );
  const source = await new DataSource({
    type: 'postgres',
    url: database.migrationDatabaseUrl,
    schema: schemaOf(name),
    entities: definition.entities as never,
  }).initialize();
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  await source.destroy();
  await database.drop();
  expect(upQueries.map(({ query }) => query).filter((query) => !aboutConstraints.test(query))).toEqual([]);
});
