import { Client } from 'pg';
import { migrate, schemaOf } from '@bindery/persistence';
import { migrationsOf } from '@bindery/service';
import { definitionOf, platformDatabase } from '@bindery/testing';

it('are written as they are looked up, one redirect for each', async () => {
  const migrations = migrationsOf(await definitionOf('sites'));
  const at = migrations.findIndex(({ name }) => name.startsWith('RedirectSources'));
  const database = await platformDatabase({});
  const { migrationDatabaseUrl: url } = database.of('sites');
  const sql = new Client({ connectionString: url });
  try {
    await migrate(url, schemaOf('sites'), migrations.slice(0, at));
    await sql.connect();
    await sql.query(`set search_path = ${schemaOf('sites')}`);
    await sql.query(
      `insert into site (id, organization_id, type, title, created_by)
       select id, 'o', 'basic', 'Site', 'u' from unnest(array['s', 't']) as id`,
    );
    const before = [
      ['a', 's', '/plain'],
      ['b', 's', '/%c3%bc'],
      ['c', 's', '/%C3%bc'],
      ['d', 't', '/%c3%bc'],
      ['e', 's', '/%7Eb'],
      ['f', 's', '/~b'],
      ['g', 's', '/a%ff'],
    ];
    const many = Array.from({ length: 1_500 }, (_, n) => [`n${n}`, 't', `/%61/${n}`]);
    for (const [id, site, source] of [...before, ...many])
      await sql.query(`insert into redirect (id, site_id, source, destination) values ($1, $2, $3, '{}')`, [
        ...[id, site, source],
      ]);
    await migrate(url, schemaOf('sites'), migrations.slice(0, at + 1));
    const { rows } = await sql.query<{ id: string; source: string }>(`select id, source from redirect order by id`);
    const after = new Map(rows.map(({ id, source }) => [id, source]));
    expect([...after].filter(([id]) => !id.startsWith('n'))).toEqual([
      ['a', '/plain'],
      ['b', '/%C3%BC'],
      ['d', '/%C3%BC'],
      ['f', '/~b'],
      ['g', '/a%ff'],
    ]);
    expect(many.map(([id]) => after.get(id!))).toEqual(many.map((_, n) => `/a/${n}`));
  } finally {
    await sql.end();
    await database.drop();
  }
});
