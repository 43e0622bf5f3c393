import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tokens were made for, and the program that each was given to. Tokens that exist are good for all that their users may do. */
export class TokenScopes1700000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_token
        add column scopes text[],
        add column agent text check (length(agent) <= 100)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_token drop column agent, drop column scopes`);
  }
}
