import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What agents did in change requests: those that do a task began with it. */
export class ChangeRequestConversations1700000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table change_request_conversation (
        change_request_id text collate "C" not null check (length(change_request_id) <= 64),
        id text collate "C" not null check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        space_id text collate "C" not null check (length(space_id) <= 64),
        title text not null check (length(title) <= 512),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1,
        primary key (change_request_id, id)
      )`);
    await runner.query(`create index change_request_conversation_space on change_request_conversation (space_id)`);
    await runner.query(
      `create index change_request_conversation_organization on change_request_conversation (organization_id)`,
    );
    await runner.query(`
      insert into change_request_conversation (change_request_id, id, organization_id, space_id, title, created_at, updated_at)
      select change_request_id, 'default', organization_id, space_id, title, updated_at, updated_at from agent_task
      where change_request_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table change_request_conversation`);
  }
}
