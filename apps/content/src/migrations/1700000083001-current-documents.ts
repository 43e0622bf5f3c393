import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A shard has a document once that is not outdated. */
export class CurrentDocuments1700000083001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create unique index search_document_current on search_document (shard, hash, title) nulls not distinct where not outdated`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index search_document_current`);
  }
}
