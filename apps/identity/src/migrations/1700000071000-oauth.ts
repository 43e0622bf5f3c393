import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs that users let act for them in an organization (OAuth 2.1). Tokens and codes are kept as hashes. */
export class OAuth1700000071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table organization add column agents boolean not null default true`);
    await runner.query(`
      create table oauth_client (
        id text collate "C" primary key check (length(id) <= 64),
        name text not null check (length(name) between 1 and 100),
        redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index oauth_client_last_used on oauth_client (last_used_at)`);
    await runner.query(`
      create table oauth_grant (
        id text collate "C" primary key check (length(id) <= 64),
        client_id text collate "C" not null references oauth_client (id) on delete cascade,
        user_id text collate "C" not null references "user" (id) on delete cascade,
        organization_id text collate "C" not null references organization (id) on delete cascade,
        scopes text[] not null,
        vouched boolean not null,
        created_at timestamptz(3) not null default now()
      )`);
    for (const column of ['client_id', 'user_id', 'organization_id'])
      await runner.query(`create index oauth_grant_${column} on oauth_grant (${column})`);
    await runner.query(`
      create table oauth_code (
        hash text collate "C" primary key check (length(hash) = 64),
        client_id text collate "C" not null references oauth_client (id) on delete cascade,
        user_id text collate "C" not null references "user" (id) on delete cascade,
        organization_id text collate "C" not null references organization (id) on delete cascade,
        grant_id text collate "C" not null check (length(grant_id) <= 64),
        scopes text[] not null,
        vouched boolean not null,
        redirect_uri text not null check (length(redirect_uri) <= 2048),
        challenge text not null check (length(challenge) <= 128),
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    for (const column of ['client_id', 'user_id', 'organization_id', 'expires_at'])
      await runner.query(`create index oauth_code_${column} on oauth_code (${column})`);
    await runner.query(`
      create table oauth_refresh (
        hash text collate "C" primary key check (length(hash) = 64),
        grant_id text collate "C" not null references oauth_grant (id) on delete cascade,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    await runner.query(`create index oauth_refresh_grant_id on oauth_refresh (grant_id)`);
    await runner.query(`create index oauth_refresh_expires_at on oauth_refresh (expires_at)`);
    await runner.query(`
      alter table api_token
        add column vouched boolean not null default true,
        add column grant_id text collate "C" references oauth_grant (id) on delete cascade`);
    await runner.query(`create index api_token_grant_id on api_token (grant_id) where grant_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_token drop column grant_id, drop column vouched`);
    for (const table of ['oauth_refresh', 'oauth_code', 'oauth_grant', 'oauth_client'])
      await runner.query(`drop table ${table}`);
    await runner.query(`alter table organization drop column agents`);
  }
}
