import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A role that is given to somebody who is about to become a guest ends when that does not happen. */
export class PendingAccess1700000010200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table access_grant add column expires_at timestamptz(3)`);
    await runner.query(`create index access_grant_expiry on access_grant (expires_at) where expires_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table access_grant drop column expires_at`);
  }
}
