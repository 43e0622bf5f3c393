import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignIn1700000008100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in (
        id text collate "C" primary key check (length(id) <= 64),
        email text not null check (length(email) <= 320),
        tries integer not null default 0,
        saml_provider_id text collate "C" references saml_provider (id) on delete cascade,
        saml_subject text check (length(saml_subject) <= 1024),
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index sign_in_expires on sign_in (expires_at)`);
    // A token of a provider is good in the provider's organization alone.
    await runner.query(`
      alter table api_token
        add column organization_id text collate "C" references organization (id) on delete cascade`);
    await runner.query(
      `create index api_token_organization on api_token (organization_id) where organization_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_token drop column organization_id`);
    await runner.query(`drop table sign_in`);
  }
}
