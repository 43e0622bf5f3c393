import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How questions of readers were answered. */
export class AskedQuestions1700000062200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table insights_event add outcome text check (length(outcome) <= 32)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table insights_event drop outcome`);
  }
}
