import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Allowance1700000008200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table allowance (
        key text primary key check (length(key) <= 64),
        used integer not null,
        granted integer not null,
        ends_at timestamptz(3) not null
      )`);
    await runner.query(`create index allowance_ends on allowance (ends_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table allowance`);
  }
}
