import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A shard may have an indexed document twice: as new pages show it, and outdated, until no page shows it. The next two migrations
 * replace the rule against that, each in a transaction of its own, so that searches do not wait for the new index.
 */
export class OutdatedDocuments1700000083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_document add column outdated boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_document drop column outdated`);
  }
}
