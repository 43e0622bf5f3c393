import { Pool } from 'pg';
import { migrate, schemaOf } from '@bindery/persistence';
import { migrationsOf } from '@bindery/service';
import { definitionOf, platformDatabase } from '@bindery/testing';
import { SERVICES, type ServiceName } from '@bindery/launcher';

const services: readonly ServiceName[] = process.env.BINDERY_TEST === 'long' ? SERVICES : ['integrations'];

/** Reads and writes in every table, as the application's role: takes the locks that both take, for as long as they would. */
class TableLoad {
  private readonly pool: Pool;
  private readonly ended: Promise<void>[] = [];
  private stopped = false;
  readonly errors: string[] = [];
  transactions = 0;

  constructor(
    url: string,
    private readonly schema: string,
  ) {
    this.pool = new Pool({ connectionString: url, max: 8 });
  }

  async start(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migration' order by 1`,
      [this.schema],
    );
    for (let worker = 0; worker < 4; worker++) this.ended.push(this.work(rows, worker));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.ended);
    await this.pool.end();
  }

  private async work(tables: { name: string }[], from: number): Promise<void> {
    for (let at = from; !this.stopped && tables.length > 0; at++) {
      const table = `${this.schema}."${tables[at % tables.length]!.name}"`;
      const client = await this.pool.connect();
      try {
        await client.query('begin');
        await client.query(`lock table ${table} in row exclusive mode`);
        await client.query(`select * from ${table} limit 10`);
        await client.query('select pg_sleep(0.005)');
        await client.query('commit');
        this.transactions++;
      } catch (error) {
        this.errors.push(String(error));
        await client.query('rollback').catch(() => undefined);
      } finally {
        client.release();
      }
    }
  }
}

it.each(services)('every migration of %s is applied under load without an error', async (name) => {
  const migrations = migrationsOf(await definitionOf(name));
  const database = await platformDatabase({});
  const { databaseUrl, migrationDatabaseUrl } = database.of(name);
  try {
    for (let count = 1; count <= migrations.length; count++) {
      const load = new TableLoad(databaseUrl, schemaOf(name));
      await load.start();
      const applied = await migrate(migrationDatabaseUrl, schemaOf(name), migrations.slice(0, count)).finally(() =>
        load.stop(),
      );
      expect([applied.length, load.errors]).toEqual([1, []]);
      expect(load.transactions > 0).toBe(count > 1);
    }
  } finally {
    await database.drop();
  }
});
