import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations that have ended, until their installations and the secrets of their integrations are purged. */
export class EndedOrganizations1700000079000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ended_organization (
        organization_id text collate "C" primary key check (length(organization_id) <= 64),
        purge_after timestamptz(3) not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table ended_organization`);
  }
}
