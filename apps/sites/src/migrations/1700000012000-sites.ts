import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites and what they are made of. Everything of a site goes with it. */
export class Sites1700000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const id = `text collate "C" not null check (length(%) <= 64)`;
    const idOf = (name: string) => `${name} ${id.replace('%', name)}`;
    const times = `created_at timestamptz(3) not null default now()`;
    await runner.query(`
      create function level_rank(level text) returns integer language sql immutable parallel safe as $$
        select case level when 'admin' then 6 when 'create' then 5 when 'review' then 4 when 'edit' then 3 when 'comment' then 2 when 'read' then 1 else 0 end
      $$`);
    await runner.query(`
      create table site (
        ${idOf('id')} primary key,
        ${idOf('organization_id')},
        type text not null check (type in ('basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium')),
        title text not null check (length(title) between 2 and 128),
        visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth')),
        basename text check (length(basename) between 1 and 100),
        hostname text check (length(hostname) <= 512),
        hostname_active boolean not null default false,
        hostname_status text check (length(hostname_status) <= 64),
        proxy text check (length(proxy) <= 512),
        published boolean not null default false,
        adaptive_content boolean not null default false,
        agents_context text not null default 'included' check (agents_context in ('excluded', 'included')),
        adaptive_schema jsonb,
        adaptive_schema_updated_at timestamptz(3),
        customization jsonb not null default '{}',
        ${idOf('created_by')},
        ${times},
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index site_organization on site (organization_id, created_at, id)`);
    await runner.query(`create unique index site_basename on site (basename)`);
    await runner.query(`create unique index site_hostname on site (hostname) where hostname_active`);
    await runner.query(`create unique index site_proxy on site (proxy)`);
    const ofSite = `${idOf('id')} primary key, site_id text collate "C" not null references site (id) on delete cascade`;
    const inGroup = `group_id text collate "C" references section_group (id), order_key text collate "C" not null, icon text check (length(icon) <= 50)`;
    await runner.query(`
      create table section_group (${ofSite}, ${inGroup}, title text not null check (length(title) between 1 and 100), ${times})`);
    await runner.query(`
      create table section (
        ${ofSite}, ${inGroup},
        title text not null check (length(title) between 2 and 128),
        description text check (length(description) <= 256),
        path text not null check (length(path) between 1 and 100),
        condition text check (length(condition) <= 1024),
        is_default boolean not null default false,
        ${times}
      )`);
    await runner.query(`
      create table external_link (
        ${ofSite}, ${inGroup},
        title text not null check (length(title) between 1 and 100),
        url text not null check (length(url) <= 2048),
        ${times}
      )`);
    await runner.query(`
      create table site_space (
        ${ofSite},
        ${idOf('space_id')},
        section_id text collate "C" references section (id) on delete cascade,
        order_key text collate "C" not null,
        path text not null check (length(path) between 1 and 100),
        condition text check (length(condition) <= 1024),
        is_default boolean not null default false,
        customization jsonb not null default '{}',
        hidden boolean not null default false,
        ${times}
      )`);
    for (const table of ['section_group', 'section', 'external_link', 'site_space'])
      await runner.query(`create index ${table}_site on ${table} (site_id)`);
    await runner.query(`create index site_space_space on site_space (space_id, site_id)`);
    await runner.query(`
      create table site_grant (
        site_id text collate "C" not null references site (id) on delete cascade,
        ${idOf('subject_id')},
        subject_type text not null check (subject_type in ('user', 'team')),
        ${idOf('organization_id')},
        role text not null check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
        ${times},
        updated_at timestamptz(3) not null default now(),
        primary key (site_id, subject_id)
      )`);
    await runner.query(`create index site_grant_subject on site_grant (subject_id, site_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['site_grant', 'site_space', 'external_link', 'section', 'section_group', 'site'])
      await runner.query(`drop table ${table}`);
    await runner.query(`drop function level_rank(text)`);
  }
}
