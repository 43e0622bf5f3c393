import type { MigrationInterface, QueryRunner } from 'typeorm';
import { normalSource } from '@bindery/contracts';

interface Redirect {
  id: string;
  site: string;
  source: string;
}

/** Redirects that are read in one statement. */
const batch = 1_000;

/**
 * Writes the sources of redirects in the one way in which they are looked up. Of those whose sources are equal then the one
 * stays that was written so already, which was found, or else the first.
 */
export class RedirectSources1700000038000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (let after = '', read = batch; read === batch;) {
      const redirects = await encoded(runner, after);
      const changed = redirects
        .map((redirect) => ({ ...redirect, source: normalSource(redirect.source) }))
        .filter(({ source }, index) => source !== redirects[index]!.source);
      await rewrite(runner, changed);
      read = redirects.length;
      after = redirects.at(-1)?.id ?? '';
    }
  }

  async down(): Promise<void> {
    // Both ways of writing lead to the same place.
  }
}

/** Sources without a code are written in one way only. */
const encoded = (runner: QueryRunner, after: string): Promise<Redirect[]> =>
  runner.query(
    `select id, site_id as site, source from redirect where id > $1 and source like '%\\%%' order by id limit ${batch}`,
    [after],
  ) as Promise<Redirect[]>;

async function rewrite(runner: QueryRunner, redirects: readonly Redirect[]): Promise<void> {
  const values = [JSON.stringify(redirects)];
  await runner.query(
    `update redirect r set source = n.source
     from (select distinct on (site, source) * from json_to_recordset($1) as x (id text, site text, source text)
           order by site, source, id) n
     where r.id = n.id and not exists (select from redirect o where o.site_id = n.site and o.source = n.source)`,
    values,
  );
  await runner.query(
    `delete from redirect r using json_to_recordset($1) as n (id text, source text) where r.id = n.id and r.source <> n.source`,
    values,
  );
}
