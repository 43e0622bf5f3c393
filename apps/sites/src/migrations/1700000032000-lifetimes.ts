import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations that have ended, until their sites are purged, and duplications of site-spaces that have begun. */
export class Lifetimes1700000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table ended_organization (
        organization_id text collate "C" primary key check (length(organization_id) <= 64),
        purge_after timestamptz(3) not null
      )`);
    await runner.query(`
      create table site_space_duplication (
        id text collate "C" primary key check (length(id) <= 64),
        site_id text collate "C" not null references site (id) on delete cascade,
        site_space_id text collate "C" not null check (length(site_space_id) <= 64),
        space_id text collate "C" not null check (length(space_id) <= 64),
        user_id text collate "C" not null check (length(user_id) <= 64),
        idempotency_key text not null check (length(idempotency_key) <= 512),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index site_space_duplication_created on site_space_duplication (created_at)`);
    await runner.query(`create index site_space_duplication_site on site_space_duplication (site_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table site_space_duplication`);
    await runner.query(`drop table ended_organization`);
  }
}
