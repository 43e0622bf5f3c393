import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexAgain } from './index-again';

/** Documents that are looked into in one statement. */
const batch = 1_000;

/** Has the spaces indexed again that show documents with footnotes, images in lines or formulas, whose words were left out. */
export class SearchedNotes1700000080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await indexAgain(runner, await incomplete(runner));
  }

  async down(): Promise<void> {
    // Code from before reads the rows that are there.
  }
}

/** The ids of the indexed documents whose words were left out in part. */
async function incomplete(runner: QueryRunner): Promise<string[]> {
  const found: string[] = [];
  for (let after = '0', read = batch; read === batch;) {
    const rows = (await runner.query(
      `select s.id, strpos(d.body, '"type":"annotation"') > 0 or strpos(d.body, '"type":"inline-') > 0 as "isIncomplete"
       from search_document s join document d on d.organization_id = s.organization_id and d.hash = s.hash
       where s.id > $1 order by s.id limit ${batch}`,
      [after],
    )) as { id: string; isIncomplete: boolean }[];
    found.push(...rows.flatMap(({ id, isIncomplete }) => (isIncomplete ? id : [])));
    read = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
  return found;
}
