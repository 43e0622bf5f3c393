import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which API tokens end that no grant removes. */
export class EndedTokens1700000083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index api_token_expires on api_token (expires_at) where grant_id is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index api_token_expires`);
  }
}
