import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Content1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table space (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        title text not null check (length(title) <= 200),
        emoji text not null default '' check (length(emoji) <= 200),
        visibility text not null default 'private'
          check (visibility in ('public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private')),
        edit_mode text not null default 'live' check (edit_mode in ('live', 'locked')),
        language text check (length(language) <= 8),
        default_level text default 'inherit' check (default_level in ('admin', 'create', 'review', 'edit', 'comment', 'read', 'inherit')),
        merge_rules jsonb not null default '{"type": "inherit"}',
        created_by text collate "C" not null check (length(created_by) <= 64),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        deleted_at timestamptz(3),
        version integer not null default 1
      )`);
    await runner.query(`create index space_organization on space (organization_id, created_at, id)`);
    await runner.query(`
      create table chunk (
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        hash text collate "C" not null check (length(hash) <= 64),
        data jsonb not null,
        primary key (organization_id, hash)
      )`);
    await runner.query(`
      create table document (
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        hash text collate "C" not null check (length(hash) <= 64),
        body text not null check (length(body) <= 33554432),
        markdown text check (length(markdown) <= 16777216),
        primary key (organization_id, hash)
      )`);
    await runner.query(`
      create table revision (
        id text collate "C" primary key check (length(id) <= 64),
        space_id text collate "C" not null references space (id) on delete cascade,
        type text not null check (type in ('edits', 'merge', 'rollback', 'update', 'computed')),
        parents text[] not null default '{}',
        pages text not null check (length(pages) <= 64),
        slugs text not null check (length(slugs) <= 64),
        files text not null check (length(files) <= 64),
        reusable_contents text not null check (length(reusable_contents) <= 64),
        variables jsonb not null default '{}',
        settings text not null check (length(settings) <= 64),
        git jsonb,
        created_by text collate "C" not null check (length(created_by) <= 64),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index revision_space on revision (space_id, created_at, id)`);
    await runner.query(`
      create table branch (
        space_id text collate "C" not null references space (id) on delete cascade,
        id text collate "C" not null check (length(id) <= 64),
        head text collate "C" not null references revision (id),
        base text collate "C" not null references revision (id),
        merged_ancestor text collate "C" references revision (id),
        primary key (space_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['branch', 'revision', 'document', 'chunk', 'space']) await runner.query(`drop table ${table}`);
  }
}
