import { Client } from 'pg';
import type { TestOrganization } from '../support/test-organization';

/** Every row of the platform in which a text stands, by table; rows of these tables are left out. */
export async function rowsWith(
  { platform }: TestOrganization,
  text: string,
  except: string[] = [],
): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: platform.adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema', 'public') and table_type = 'BASE TABLE'`,
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      if (except.some((one) => name.endsWith(`.${one}`))) continue;
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t where strpos(t::text, $1) > 0 order by 1`,
        [text],
      );
      if (rows.length > 0)
        found.set(
          name,
          rows.map(({ row }) => row),
        );
    }
    return found;
  } finally {
    await client.end();
  }
}
