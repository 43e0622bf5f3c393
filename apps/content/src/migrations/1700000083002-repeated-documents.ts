import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexAgain } from './index-again';

/** Removes the rule that a shard has a document once, also where it is outdated. */
export class RepeatedDocuments1700000083002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_document drop constraint search_document_shard_hash_title_key`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const outdated = (await runner.query(`select id from search_document where outdated`)) as { id: string }[];
    await indexAgain(
      runner,
      outdated.map(({ id }) => id),
    );
    await runner.query(`
      alter table search_document add constraint search_document_shard_hash_title_key
        unique nulls not distinct (shard, hash, title)`);
  }
}
