import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What readers of sites did. */
export class Insights1700000012300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const optional = (name: string, max: number) => `${name} text check (length(${name}) <= ${max})`;
    await runner.query(`
      create table insights_event (
        id text collate "C" primary key check (length(id) <= 64),
        site_id text collate "C" not null references site (id) on delete cascade,
        type text not null check (length(type) <= 64),
        occurred_at timestamptz(3) not null,
        visitor_id text not null check (length(visitor_id) <= 128),
        session_id text not null check (length(session_id) <= 128),
        url text not null check (length(url) <= 2048),
        display_context text not null default 'site' check (length(display_context) <= 16),
        ${optional('language', 16)}, ${optional('referrer', 2048)}, ${optional('site_section', 64)}, ${optional('site_space', 64)},
        ${optional('space', 64)}, ${optional('page', 64)}, ${optional('query', 512)}, ${optional('rating', 32)}
      )`);
    await runner.query(`create index insights_event_site on insights_event (site_id, occurred_at)`);
    await runner.query(`create index insights_event_age on insights_event (occurred_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table insights_event`);
  }
}
