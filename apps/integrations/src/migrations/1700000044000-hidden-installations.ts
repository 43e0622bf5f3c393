import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Installations on a deleted space are kept for its return, and not shown meanwhile. */
export class HiddenInstallations1700000044000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content_installation
        add column hidden boolean not null default false,
        add column content_version integer not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table content_installation drop column hidden, drop column content_version`);
  }
}
