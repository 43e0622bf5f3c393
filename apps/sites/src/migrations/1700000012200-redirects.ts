import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Redirects of sites, one for a source. */
export class Redirects1700000012200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table redirect (
        id text collate "C" primary key check (length(id) <= 64),
        site_id text collate "C" not null references site (id) on delete cascade,
        source text collate "C" not null check (length(source) <= 512),
        destination jsonb not null
      )`);
    await runner.query(`create unique index redirect_source on redirect (site_id, source)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table redirect`);
  }
}
