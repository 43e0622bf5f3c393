import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fonts that organizations have uploaded. */
export class Fonts1700000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table custom_font (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        family text not null check (length(family) <= 50),
        faces jsonb not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index custom_font_organization on custom_font (organization_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table custom_font`);
  }
}
