import { migrate, schemaOf } from '@bindery/persistence';
import { migrationsOf } from '@bindery/service';
import { definitions, templateDatabase } from '@bindery/testing';
import { DataSource } from 'typeorm';

/** Indexes, checks and foreign keys stand in migrations alone: entities cannot say all that ours do. */
const aboutConstraints = /(DROP|CREATE( UNIQUE)?) INDEX|(DROP|ADD) CONSTRAINT/;

it.each(
  definitions.filter(({ entities }) => entities.length > 0).map((definition) => [definition.name, definition] as const),
)("%s's entities have the columns that its migrations make", async (name, definition) => {
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
