import type { MigrationInterface, QueryRunner } from 'typeorm';

const id = (name: string) => `${name} text collate "C" not null check (length(${name}) <= 64)`;

/** Conversations, the issues found in them, their clusters, and the tasks that come of these. */
export class Conversations1700000020100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversation (
        ${id('id')} primary key,
        ${id('organization_id')},
        source text collate "C" not null check (length(source) <= 255),
        external_id text collate "C" not null check (length(external_id) <= 1024),
        subject text check (length(subject) <= 2048),
        parts jsonb not null,
        metadata jsonb not null,
        ${id('content_hash')},
        created_at timestamptz(3) not null,
        ingested_at timestamptz(3) not null default now(),
        processed_at timestamptz(3)
      )`);
    await runner.query(`create unique index conversation_once on conversation (organization_id, source, external_id)`);
    await runner.query(`create index conversation_organization on conversation (organization_id, created_at, id)`);
    await runner.query(
      `create index conversation_waiting on conversation (organization_id, ingested_at, id) where processed_at is null`,
    );
    await runner.query(`
      create table issues_cluster (
        ${id('id')} primary key,
        ${id('organization_id')},
        label text not null check (length(label) <= 500),
        summary text not null check (length(summary) <= 10000),
        icon text not null check (length(icon) <= 50),
        provider text not null check (length(provider) <= 200),
        status text not null check (status in ('pending', 'analysing', 'analysed')),
        centroid jsonb not null,
        size integer not null,
        described_size integer not null default 0,
        merged_into text collate "C" references issues_cluster (id) on delete set null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index issues_cluster_organization on issues_cluster (organization_id, updated_at, id)`);
    await runner.query(`create index issues_cluster_merged on issues_cluster (merged_into)`);
    await runner.query(`
      create table issue (
        ${id('id')} primary key,
        ${id('organization_id')},
        conversation_id text collate "C" not null references conversation (id) on delete cascade,
        ordinal integer not null,
        title text not null check (length(title) <= 500),
        summary text not null check (length(summary) <= 10000),
        features jsonb not null,
        cluster_id text collate "C" references issues_cluster (id) on delete set null,
        provider text not null check (length(provider) <= 200),
        created_at timestamptz(3) not null,
        ingested_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create unique index issue_once on issue (conversation_id, ordinal)`);
    await runner.query(`create index issue_organization on issue (organization_id, created_at, id)`);
    await runner.query(`create index issue_cluster on issue (cluster_id, created_at)`);
    await runner.query(`
      create table issue_term (
        ${id('organization_id')},
        term text collate "C" not null check (length(term) <= 64),
        issues integer not null,
        primary key (organization_id, term)
      )`);
    await runner.query(`
      create table agent_task (
        ${id('id')} primary key,
        ${id('organization_id')},
        cluster_id text collate "C" references issues_cluster (id) on delete set null,
        ${id('space_id')},
        title text not null check (length(title) <= 500),
        description text not null check (length(description) <= 10000),
        instructions jsonb not null,
        status text not null check (status in ('backlog', 'started', 'completed', 'canceled')),
        change_request_id text collate "C" check (length(change_request_id) <= 64),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index agent_task_organization on agent_task (organization_id, created_at, id)`);
    await runner.query(`create index agent_task_cluster on agent_task (cluster_id)`);
    await runner.query(`create index agent_task_space on agent_task (space_id)`);
    await runner.query(`create unique index agent_task_change_request on agent_task (change_request_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['agent_task', 'issue_term', 'issue', 'issues_cluster', 'conversation'])
      await runner.query(`drop table ${table}`);
  }
}
