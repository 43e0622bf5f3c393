import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that every service has: events to send, events received, events given up, answers to replay. */
export class MessagingTables1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        id uuid primary key,
        subject text not null check (length(subject) <= 200),
        envelope jsonb not null,
        created_at timestamptz(3) not null default now(),
        published_at timestamptz(3)
      )`);
    await runner.query(`create index outbox_unpublished on outbox (id) where published_at is null`);
    await runner.query(`create index outbox_published on outbox (published_at) where published_at is not null`);
    await runner.query(`create table outbox_stream (
        name text primary key,
        created text not null,
        republish_before timestamptz not null
      )`);
    await runner.query(`
      create table inbox (
        consumer text not null check (length(consumer) <= 100),
        event_id uuid not null,
        received_at timestamptz(3) not null default now(),
        primary key (consumer, event_id)
      )`);
    await runner.query(`create index inbox_received on inbox (received_at)`);
    await runner.query(`
      create table dead_letter (
        consumer text not null check (length(consumer) <= 100),
        event_id uuid not null,
        envelope jsonb not null,
        error text not null check (length(error) <= 2000),
        failed_at timestamptz(3) not null default now(),
        retry_at timestamptz(3),
        primary key (consumer, event_id)
      )`);
    await runner.query(`create index dead_letter_retry on dead_letter (retry_at) where retry_at is not null`);
    await runner.query(`
      create table idempotency (
        key text primary key check (length(key) <= 64),
        fingerprint text not null check (length(fingerprint) <= 64),
        answer json,
        row_version bigint,
        secret_of text check (length(secret_of) <= 64),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index idempotency_created on idempotency (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency', 'dead_letter', 'inbox', 'outbox_stream', 'outbox'])
      await runner.query(`drop table ${table}`);
  }
}
