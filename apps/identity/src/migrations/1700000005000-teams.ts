import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Teams. The compound foreign keys keep a team's members within its organization, and end with the membership. */
export class Teams1700000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table team (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null references organization (id) on delete cascade,
        title text not null check (length(title) between 1 and 64),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1,
        unique (id, organization_id)
      )`);
    await runner.query(`create index team_title on team (organization_id, title, id)`);
    await runner.query(`create index team_search on team using gin (organization_id, lower(title) gin_trgm_ops)`);
    await runner.query(`
      create table team_membership (
        team_id text collate "C" not null,
        organization_id text collate "C" not null,
        user_id text collate "C" not null,
        role text not null check (role in ('owner', 'member')),
        added_at timestamptz(3) not null default now(),
        primary key (team_id, user_id),
        foreign key (team_id, organization_id) references team (id, organization_id) on delete cascade,
        foreign key (organization_id, user_id) references membership (organization_id, user_id) on delete cascade
      )`);
    await runner.query(`create index team_membership_added on team_membership (team_id, added_at, user_id)`);
    await runner.query(
      `create index team_membership_user on team_membership (organization_id, user_id, role, team_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['team_membership', 'team']) await runner.query(`drop table ${table}`);
  }
}
