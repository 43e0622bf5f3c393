import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Events1700000014100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // An event outlives its installation, of whose end it may tell.
    await runner.query(`
      create table event (
        id text collate "C" primary key check (length(id) <= 64),
        integration_id text collate "C" not null references integration (id) on delete cascade,
        installation_id text collate "C" not null check (length(installation_id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        sequence bigint not null,
        type text not null check (length(type) <= 100),
        payload text not null,
        state text not null default 'waiting' check (state in ('waiting', 'retrying', 'success', 'failed')),
        attempts integer not null default 0,
        due_at timestamptz(3) not null default now(),
        lease_until timestamptz(3),
        created_at timestamptz(3) not null default now(),
        unique (installation_id, sequence)
      )`);
    await runner.query(
      `create index event_list on event (integration_id, created_at desc, id desc) where state <> 'waiting'`,
    );
    await runner.query(`create index event_waiting on event (installation_id, sequence) where state = 'waiting'`);
    await runner.query(`create index event_due on event (due_at) where state in ('waiting', 'retrying')`);
    await runner.query(`create index event_age on event (created_at)`);
    await runner.query(`
      create table event_log (
        id text collate "C" primary key check (length(id) <= 64),
        event_id text collate "C" not null references event (id) on delete cascade,
        level text not null check (level in ('debug', 'info', 'warn', 'error')),
        message text not null check (length(message) <= 2000),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index event_log_event on event_log (event_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['event_log', 'event']) await runner.query(`drop table ${table}`);
  }
}
