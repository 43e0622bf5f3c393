import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invite links may lead to a space or a collection, which content owns; `role` is then the level there. */
export class InviteTargets1700000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_invite
        add column target_type text check (target_type in ('space', 'collection')),
        add column target_id text collate "C" check (length(target_id) <= 64)`);
    await runner.query(`create index link_invite_target on link_invite (target_id) where target_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table link_invite drop column target_id, drop column target_type`);
  }
}
