import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which invitations end. */
export class InvitationEnds1700000081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index invitation_created on invitation (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index invitation_created`);
  }
}
