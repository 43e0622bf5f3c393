import type { MigrationInterface, QueryRunner } from 'typeorm';

const timestamps = `created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()`;
const id = (name: string) => `${name} text collate "C" not null check (length(${name}) <= 64)`;

export class Integrations1700000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integration (
        ${id('id')} primary key,
        name text collate "C" not null check (length(name) <= 100),
        ${id('organization_id')},
        version integer not null,
        row_version integer not null default 1,
        runtime text not null check (runtime in ('v1', 'v2')),
        title text not null check (length(title) <= 30),
        description text not null check (length(description) <= 100),
        summary text check (length(summary) <= 2048),
        visibility text not null check (visibility in ('public', 'private', 'unlisted')),
        target text not null check (target in ('all', 'site', 'space', 'organization')),
        scopes text[] not null,
        categories text[] not null,
        block_domains text[] not null,
        manifest jsonb not null,
        images jsonb not null,
        script_key text not null check (length(script_key) <= 400),
        signing_secret text not null,
        tunnel_url text check (length(tunnel_url) <= 256),
        tunnel_all boolean not null default false,
        tunnel_until timestamptz(3),
        unpublished_at timestamptz(3),
        ${timestamps}
      )`);
    // A name belongs to whoever took it first, however it is written, also after it was unpublished.
    await runner.query(`create unique index integration_name on integration (lower(name))`);
    await runner.query(`create index integration_organization on integration (organization_id, name)`);
    await runner.query(`create index integration_public on integration (name) where visibility = 'public'`);
    await runner.query(`
      create table integration_secret (
        integration_id text collate "C" not null references integration (id) on delete cascade,
        name text not null check (length(name) <= 100),
        sealed text not null,
        primary key (integration_id, name)
      )`);
    await runner.query(`
      create table installation (
        ${id('id')} primary key,
        integration_id text collate "C" not null references integration (id) on delete cascade,
        ${id('organization_id')},
        status text not null check (status in ('active', 'pending', 'paused')),
        space_selection text not null check (space_selection in ('all', 'selected')),
        site_selection text not null check (site_selection in ('all', 'selected')),
        configuration text not null,
        external_ids text[] not null default '{}',
        last_sequence bigint not null default 0,
        ${timestamps},
        version integer not null default 1
      )`);
    await runner.query(`create unique index installation_once on installation (integration_id, organization_id)`);
    await runner.query(`create index installation_list on installation (integration_id, created_at, id)`);
    await runner.query(`create index installation_organization on installation (organization_id, created_at, id)`);
    await runner.query(`
      create table content_installation (
        ${id('id')} primary key,
        installation_id text collate "C" not null references installation (id) on delete cascade,
        integration_id text collate "C" not null references integration (id) on delete cascade,
        ${id('organization_id')},
        kind text not null check (kind in ('space', 'site')),
        ${id('content_id')},
        status text not null check (status in ('active', 'pending', 'paused')),
        configuration text not null,
        external_ids text[] not null default '{}',
        ${timestamps},
        version integer not null default 1
      )`);
    await runner.query(
      `create unique index content_installation_once on content_installation (installation_id, kind, content_id)`,
    );
    await runner.query(
      `create index content_installation_list on content_installation (integration_id, kind, created_at, id)`,
    );
    await runner.query(`create index content_installation_content on content_installation (content_id)`);
    await runner.query(`
      create table access_token (
        ${id('id')} primary key,
        hash text collate "C" not null unique check (length(hash) <= 64),
        integration_id text collate "C" not null references integration (id) on delete cascade,
        installation_id text collate "C" references installation (id) on delete cascade,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create index access_token_expires on access_token (expires_at)`);
    await runner.query(`create index access_token_integration on access_token (integration_id)`);
    await runner.query(`create index access_token_installation on access_token (installation_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['access_token', 'content_installation', 'installation', 'integration_secret', 'integration'])
      await runner.query(`drop table ${table}`);
  }
}
