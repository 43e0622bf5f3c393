import type { MigrationInterface, QueryRunner } from 'typeorm';

const roles = `('admin', 'create', 'review', 'edit', 'comment', 'read')`;
const levels = `('admin', 'create', 'review', 'edit', 'comment', 'read', 'inherit')`;

export class Collections1700000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table collection (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        title text not null check (length(title) <= 200),
        description text check (length(description) <= 400),
        parent_id text collate "C" references collection (id),
        path text[] not null default '{}',
        order_key text collate "C" not null check (length(order_key) <= 200),
        default_level text default 'inherit' check (default_level in ${levels}),
        effective_default text check (effective_default in ${roles}),
        created_by text collate "C" not null check (length(created_by) <= 64),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index collection_organization on collection (organization_id, created_at, id)`);
    await runner.query(`create index collection_parent on collection (parent_id, order_key, id)`);
    await runner.query(`
      alter table space
        add column parent_id text collate "C" references collection (id),
        add column path text[] not null default '{}',
        add column order_key text collate "C" not null default 'a0' check (length(order_key) <= 200),
        add column effective_default text check (effective_default in ${roles}),
        add column icon text check (length(icon) <= 2048)`);
    await runner.query(`create index space_parent on space (parent_id, order_key, id)`);
    await runner.query(`create index space_deleted on space (deleted_at) where deleted_at is not null`);
    await runner.query(`
      create table access_grant (
        target_id text collate "C" not null check (length(target_id) <= 64),
        target_type text not null check (target_type in ('space', 'collection')),
        subject_id text collate "C" not null check (length(subject_id) <= 64),
        subject_type text not null check (subject_type in ('user', 'team')),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        role text not null check (role in ${roles}),
        created_at timestamptz(3) not null default now(),
        primary key (target_id, subject_id)
      )`);
    await runner.query(`create index access_grant_subject on access_grant (subject_id, target_id)`);
    await runner.query(`
      create function level_rank(level text) returns integer language sql immutable parallel safe as $$
        select case level when 'admin' then 6 when 'create' then 5 when 'review' then 4 when 'edit' then 3 when 'comment' then 2 when 'read' then 1 else 0 end
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function level_rank(text)`);
    await runner.query(`drop table access_grant`);
    await runner.query(
      `alter table space drop column parent_id, drop column path, drop column order_key, drop column effective_default, drop column icon`,
    );
    await runner.query(`drop table collection`);
  }
}
