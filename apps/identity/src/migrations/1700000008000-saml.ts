import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Saml1700000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saml_provider (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null references organization (id) on delete cascade,
        label text not null check (length(label) <= 30),
        entity_id text check (length(entity_id) <= 1024),
        certificate text check (length(certificate) <= 10000),
        sso_url text check (length(sso_url) <= 2048),
        default_team text collate "C" check (length(default_team) <= 64),
        default_role text check (default_role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index saml_provider_organization on saml_provider (organization_id, created_at, id)`);
    // Who the subjects of a provider are here.
    await runner.query(`
      create table saml_identity (
        provider_id text collate "C" not null references saml_provider (id) on delete cascade,
        subject text not null check (length(subject) <= 1024),
        user_id text collate "C" not null references "user" (id) on delete cascade,
        created_at timestamptz(3) not null default now(),
        primary key (provider_id, subject)
      )`);
    await runner.query(`create index saml_identity_user on saml_identity (user_id)`);
    // Requests that wait for their one response.
    await runner.query(`
      create table saml_request (
        id text collate "C" primary key check (length(id) <= 64),
        provider_id text collate "C" not null references saml_provider (id) on delete cascade,
        relay_state text not null check (length(relay_state) <= 64),
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index saml_request_expires on saml_request (expires_at)`);
    // Assertions that were accepted, until they would be refused for their age.
    await runner.query(`
      create table saml_assertion (
        provider_id text collate "C" not null references saml_provider (id) on delete cascade,
        assertion_id text not null check (length(assertion_id) <= 256),
        expires_at timestamptz(3) not null,
        primary key (provider_id, assertion_id)
      )`);
    await runner.query(`create index saml_assertion_expires on saml_assertion (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['saml_assertion', 'saml_request', 'saml_identity', 'saml_provider'])
      await runner.query(`drop table ${table}`);
  }
}
