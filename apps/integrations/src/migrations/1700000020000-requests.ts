import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that follow no other: requests to scripts, and tasks. */
export class Requests1700000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table event alter column installation_id drop not null`);
    await runner.query(`alter table event alter column sequence drop not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from event where installation_id is null or sequence is null`);
    await runner.query(`alter table event alter column installation_id set not null`);
    await runner.query(`alter table event alter column sequence set not null`);
  }
}
