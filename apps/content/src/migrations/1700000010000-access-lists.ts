import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Grants have versions, are listed by target, and are counted for guests and teams without looking at every space. */
export class AccessLists1700000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table access_grant
        add column updated_at timestamptz(3) not null default now(),
        add column version integer not null default 1`);
    await runner.query(
      `create index access_grant_target on access_grant (target_id, subject_type, created_at, subject_id)`,
    );
    await runner.query(`create index access_grant_organization on access_grant (organization_id, subject_id)`);
    await runner.query(`create index space_path on space using gin (path)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['space_path', 'access_grant_organization', 'access_grant_target'])
      await runner.query(`drop index ${index}`);
    await runner.query(`alter table access_grant drop column version, drop column updated_at`);
  }
}
