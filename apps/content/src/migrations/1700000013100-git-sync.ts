import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With which commit of which repository a space was in agreement last. */
export class GitSync1700000013100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_sync (
        space_id text collate "C" primary key references space (id) on delete cascade,
        url text not null check (length(url) <= 2048),
        ref text not null check (length(ref) <= 200),
        directory text not null check (length(directory) <= 1024),
        "commit" text not null check (length("commit") <= 64),
        pages text not null check (length(pages) <= 64),
        files text not null check (length(files) <= 64),
        reusable_contents text not null check (length(reusable_contents) <= 64),
        paths jsonb not null,
        info jsonb not null,
        event_at timestamptz(3),
        updated_at timestamptz(3) not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table git_sync`);
  }
}
