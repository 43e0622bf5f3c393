import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Branches1700000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table branch
        add column merged text collate "C" references revision (id),
        add column brought_into text collate "C" check (length(brought_into) <= 64),
        add column brought_result text check (brought_result in ('update', 'conflicts')),
        add column edits integer not null default 0,
        add column contributors text[] not null default '{}',
        add column confirmed boolean not null default false,
        add column created_at timestamptz(3) not null default now()`);
    // Those whose change request nobody has asked for yet; nearly always none.
    await runner.query(`create index branch_unconfirmed on branch (created_at) where not confirmed and id <> 'main'`);
    await runner.query(`
      alter table revision
        add column branch text collate "C" not null default 'main' check (length(branch) <= 64),
        add column merged_from text collate "C" check (length(merged_from) <= 64),
        add column conflicts jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table revision drop column branch, drop column merged_from, drop column conflicts`);
    await runner.query(`drop index branch_unconfirmed`);
    await runner.query(`
      alter table branch drop column merged, drop column brought_into, drop column brought_result, drop column edits,
        drop column contributors, drop column confirmed, drop column created_at`);
  }
}
