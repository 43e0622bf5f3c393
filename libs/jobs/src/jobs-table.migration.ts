import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of a service's long work. */
export class JobsTable1700000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job (
        id text collate "C" primary key check (length(id) <= 64),
        kind text not null check (length(kind) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        key text check (length(key) <= 200),
        state text not null default 'pending' check (state in ('pending', 'running', 'completed', 'failed', 'cancelled')),
        input jsonb not null,
        progress jsonb not null default '{}',
        result jsonb,
        error text check (length(error) <= 2000),
        attempts integer not null default 0,
        run_after timestamptz(3) not null default now(),
        lease_until timestamptz(3),
        worker text check (length(worker) <= 64),
        created_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        ended_at timestamptz(3)
      )`);
    await runner.query(`create index job_waiting on job (run_after, id) where state in ('pending', 'running')`);
    await runner.query(`create index job_organization on job (organization_id, kind, created_at, id)`);
    await runner.query(`create unique index job_key on job (kind, key) where state = 'pending' and key is not null`);
    await runner.query(`create index job_key_running on job (kind, key) where state = 'running' and key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table job`);
  }
}
