import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The revision of its source that the latest run of a translation has read. */
export class TranslatedRevision1700000076000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table translation add column source_revision text collate "C" check (length(source_revision) <= 64)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table translation drop column source_revision`);
  }
}
