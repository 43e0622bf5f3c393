import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The longest life of tokens in each organization. The life of tokens that exist is counted from now on. */
export class TokenLifetimes1700000051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table organization
        add column token_lifetime_days integer not null default 365 check (token_lifetime_days between 1 and 3650)`);
    await runner.query(`alter table api_token add column lifetime_from timestamptz(3) not null default now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_token drop column lifetime_from`);
    await runner.query(`alter table organization drop column token_lifetime_days`);
  }
}
