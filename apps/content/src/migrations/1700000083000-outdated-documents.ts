import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexAgain } from './index-again';

/** A shard may have an indexed document twice: as new pages show it, and outdated, until no page shows it. */
export class OutdatedDocuments1700000083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table search_document add column outdated boolean not null default false,
        drop constraint search_document_shard_hash_title_key`);
    await runner.query(`
      create unique index search_document_shard_hash_title_key on search_document (shard, hash, title) nulls not distinct
      where not outdated`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index search_document_shard_hash_title_key`);
    const outdated = (await runner.query(`select id from search_document where outdated`)) as { id: string }[];
    await indexAgain(
      runner,
      outdated.map(({ id }) => id),
    );
    await runner.query(`
      alter table search_document drop column outdated,
        add constraint search_document_shard_hash_title_key unique nulls not distinct (shard, hash, title)`);
  }
}
