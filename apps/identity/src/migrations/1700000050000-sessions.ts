import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of browsers, and the browser in which each sign-in began. */
export class Sessions1700000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session (
        id text collate "C" primary key check (length(id) <= 64),
        user_id text collate "C" not null references "user" (id) on delete cascade,
        organization_id text collate "C" references organization (id) on delete cascade,
        label text not null check (length(label) <= 400),
        client text check (length(client) <= 255),
        hash text not null check (length(hash) = 64),
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        ends_at timestamptz(3) not null
      )`);
    await runner.query(`create unique index session_hash on session (hash)`);
    await runner.query(`create index session_of_user on session (user_id, created_at, id)`);
    await runner.query(`create index session_expires on session (expires_at)`);
    await runner.query(
      `create index session_organization on session (organization_id) where organization_id is not null`,
    );
    // Hashes of the secrets in the browsers' cookies; null where a process of the release before began it.
    await runner.query(`alter table sign_in add column browser text check (length(browser) = 64)`);
    await runner.query(`
      alter table saml_request
        add column browser text check (length(browser) = 64),
        add column tries integer not null default 0`);
    await runner.query(`create index saml_request_relay_state on saml_request (relay_state)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index saml_request_relay_state`);
    await runner.query(`alter table saml_request drop column tries, drop column browser`);
    await runner.query(`alter table sign_in drop column browser`);
    await runner.query(`drop table session`);
  }
}
