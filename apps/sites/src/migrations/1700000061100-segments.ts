import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which of their claims visitors of sites belong together. */
export class Segments1700000061100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table insights_event add segment jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table insights_event drop segment`);
  }
}
