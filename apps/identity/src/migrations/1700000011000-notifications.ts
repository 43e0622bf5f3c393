import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Notifications1700000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "user" add column email_notifications boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "user" drop column email_notifications`);
  }
}
