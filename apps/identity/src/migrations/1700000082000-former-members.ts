import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who left an organization or were removed from it, with their role then: they do not come back by themselves with more. */
export class FormerMembers1700000082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table former_member (
        organization_id text collate "C" not null references organization (id) on delete cascade,
        user_id text collate "C" not null references "user" (id) on delete cascade,
        role text check (role in ('admin', 'create', 'review', 'edit', 'comment', 'read')),
        removed boolean not null,
        primary key (organization_id, user_id)
      )`);
    await runner.query(`create index former_member_user on former_member (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table former_member`);
  }
}
