import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexAgain } from './index-again';

/** Has the spaces indexed again that show words with the Turkish İ, which were stored with a dot above the i. */
export class TurkishWords1700000082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const rows = (await runner.query(
      `select id from search_document where ${hasDot('title')}
       union select document_id from search_section where ${hasDot('title')} or ${hasDot('body')}`,
    )) as { id: string }[];
    if (rows.length > 0)
      await indexAgain(
        runner,
        rows.map(({ id }) => id),
      );
  }

  async down(): Promise<void> {
    // Code from before reads the rows that are there.
  }
}

const hasDot = (text: string): string => String.raw`${text} ~ '\u0130|[Ii]\u0307'`;
