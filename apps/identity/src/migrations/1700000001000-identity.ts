import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Identity1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table "user" (
        id text collate "C" primary key check (length(id) <= 64),
        display_name text not null check (length(display_name) <= 255),
        email text not null check (length(email) <= 320),
        photo_url text check (length(photo_url) <= 2048),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create unique index user_email on "user" (lower(email))`);
    await runner.query(`
      create table organization (
        id text collate "C" primary key check (length(id) <= 64),
        title text not null check (length(title) <= 1024),
        type text not null check (type in ('business', 'community')),
        use_case text check (length(use_case) <= 64),
        email_domains text[] not null default '{}',
        hostname text check (length(hostname) <= 32),
        default_role text check (length(default_role) <= 16),
        default_content jsonb,
        logo text check (length(logo) <= 2048),
        sso boolean not null default false,
        ai boolean not null default true,
        invite_links boolean not null default true,
        merge_rules jsonb not null default '{"type": "none"}',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        deleted_at timestamptz(3),
        version integer not null default 1
      )`);
    await runner.query(
      `create unique index organization_hostname on organization (hostname) where hostname is not null`,
    );
    await runner.query(`
      create table membership (
        organization_id text collate "C" not null references organization (id) on delete cascade,
        user_id text collate "C" not null references "user" (id) on delete cascade,
        role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
        disabled boolean not null default false,
        joined_at timestamptz(3) not null default now(),
        primary key (organization_id, user_id)
      )`);
    await runner.query(`create index membership_user on membership (user_id)`);
    await runner.query(`
      create table api_token (
        id text collate "C" primary key check (length(id) <= 64),
        user_id text collate "C" not null references "user" (id) on delete cascade,
        label text not null check (length(label) <= 400),
        hash text not null check (length(hash) = 64),
        hint text not null check (length(hint) <= 32),
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3),
        expires_at timestamptz(3)
      )`);
    await runner.query(`create unique index api_token_hash on api_token (hash)`);
    await runner.query(`create index api_token_user on api_token (user_id, created_at, id)`);
    await runner.query(`
      create table audit_event (
        id uuid primary key,
        organization_id text collate "C" check (length(organization_id) <= 64),
        service text not null check (length(service) <= 32),
        action text not null check (length(action) <= 100),
        actor text not null check (length(actor) <= 64),
        token text not null check (length(token) <= 64),
        target_type text not null check (length(target_type) <= 64),
        target_id text not null check (length(target_id) <= 128),
        params jsonb not null,
        occurred_at timestamptz(3) not null
      )`);
    await runner.query(`create index audit_event_organization on audit_event (organization_id, occurred_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_event', 'api_token', 'membership', 'organization', '"user"'])
      await runner.query(`drop table ${table}`);
  }
}
