import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations by e-mail address, invite links, and the ways to find organizations by domain and the deleted ones. */
export class Invites1700000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const role = `role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read'))`;
    await runner.query(`
      create table invitation (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null references organization (id) on delete cascade,
        email text not null check (length(email) <= 320),
        ${role},
        sso boolean not null default false,
        invited_by text collate "C" not null check (length(invited_by) <= 64),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create unique index invitation_email on invitation (email, organization_id)`);
    await runner.query(`create index invitation_organization on invitation (organization_id)`);
    await runner.query(`
      create table link_invite (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null references organization (id) on delete cascade,
        ${role},
        created_by text collate "C" not null check (length(created_by) <= 64),
        created_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`create index link_invite_organization on link_invite (organization_id, created_at, id)`);
    await runner.query(
      `create index organization_email_domain on organization using gin (email_domains) where deleted_at is null`,
    );
    await runner.query(`create index organization_deleted on organization (deleted_at) where deleted_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index organization_deleted`);
    await runner.query(`drop index organization_email_domain`);
    for (const table of ['link_invite', 'invitation']) await runner.query(`drop table ${table}`);
  }
}
