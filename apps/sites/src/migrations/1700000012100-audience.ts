import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who reads sites: share links, the keys of visitors' tokens, and the content tokens that readers were given. */
export class Audience1700000012100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const ofSite = `site_id text collate "C" not null references site (id) on delete cascade`;
    await runner.query(`
      create table share_link (
        id text collate "C" primary key check (length(id) <= 64),
        ${ofSite},
        name text not null check (length(name) <= 50),
        active boolean not null default true,
        key_hash bytea not null unique,
        sealed_key text not null check (length(sealed_key) <= 1024),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index share_link_site on share_link (site_id, created_at, id)`);
    await runner.query(`
      create table publishing_auth (
        site_id text collate "C" primary key references site (id) on delete cascade,
        backend text not null default 'custom' check (backend in ('custom', 'integration')),
        integration text check (length(integration) <= 128),
        fallback_url text check (length(fallback_url) <= 2048),
        sealed_key text not null check (length(sealed_key) <= 1024),
        key_id text collate "C" not null check (length(key_id) <= 64)
      )`);
    await runner.query(`
      create table content_token (
        id text collate "C" primary key check (length(id) <= 64),
        ${ofSite},
        admitted_by text not null check (length(admitted_by) <= 128),
        claims jsonb not null,
        claims_hash text not null check (length(claims_hash) <= 64),
        expires_at timestamptz(3) not null,
        issued_at timestamptz(3) not null default now(),
        unique (site_id, admitted_by, claims_hash, expires_at)
      )`);
    await runner.query(`create index content_token_expires on content_token (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['content_token', 'publishing_auth', 'share_link']) await runner.query(`drop table ${table}`);
  }
}
