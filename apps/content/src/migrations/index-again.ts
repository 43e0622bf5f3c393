import type { QueryRunner } from 'typeorm';
import { newId } from '@bindery/persistence';
import { EMPTY_ROOT } from '../storage/store/chunk';

/**
 * Removes indexed documents, and has the spaces indexed again that show them. An index row is named by its document's hash and
 * title, so a row with other words would be taken for a new one.
 */
export async function indexAgain(runner: QueryRunner, documents: readonly string[]): Promise<void> {
  // An indexer waits, and then finds that the index was taken over.
  await runner.query(`lock table search_space in share row exclusive mode`);
  const spaces = (await runner.query(
    `select p.space_id as space, s.organization_id as organization
     from search_page p join space s on s.id = p.space_id where p.document_id = any($1) group by 1, 2`,
    [documents],
  )) as { space: string; organization: string }[];
  await runner.query(
    // The run first goes to the pages that are indexed: search hides by their conditions what it still shows of them.
    `update search_space set pages = $2, target = coalesce(nullif(pages, $2), target), computed = '', run = $3,
       version = version + 1 where space_id = any($1)`,
    [spaces.map(({ space }) => space), EMPTY_ROOT, newId()],
  );
  await runner.query(`update search_page set document_id = null where document_id = any($1)`, [documents]);
  await runner.query(
    `with gone as (delete from search_document where id = any($1) returning shard, sections)
     update search_shard h set sections = h.sections - g.sections
     from (select shard, sum(sections)::integer as sections from gone group by shard) g where h.id = g.shard`,
    [documents],
  );
  await runner.query(
    `insert into job (id, kind, organization_id, key, input)
     select id, 'search.index', organization, space, jsonb_build_object('space', space)
     from json_to_recordset($1) as x (id text, organization text, space text)
     on conflict (kind, key) where state = 'pending' and key is not null do nothing`,
    [JSON.stringify(spaces.map((space) => ({ ...space, id: newId() })))],
  );
}
